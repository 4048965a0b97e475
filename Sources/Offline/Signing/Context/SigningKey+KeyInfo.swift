// SPDX-License-Identifier: Apache-2.0

import Review
import Vault

extension SigningKey {
    /// The signing key according to its file; nil for a key of another chain.
    init?(_ info: KeyInfo) {
        guard let account = info.publicKey else { return nil }
        self.init(account, fingerprint: info.fingerprint, path: info.path)
    }
}
