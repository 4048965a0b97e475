// SPDX-License-Identifier: Apache-2.0

import Handoff
import Review
import Vault

extension SigningKey {
    /// The signing key according to its file.
    init(_ info: KeyInfo) {
        self.init(
            info.publicKey, fingerprint: info.fingerprint, path: info.account.map { DerivationPath(account: $0).text })
    }
}
