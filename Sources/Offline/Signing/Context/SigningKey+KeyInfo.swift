// SPDX-License-Identifier: Apache-2.0

import Review
import Vault

extension SigningKey {
    /// The signing key according to its file.
    init(_ info: KeyInfo) { self.init(info.identity, fingerprint: info.fingerprint, path: info.path) }
}
