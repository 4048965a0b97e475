// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

extension FixedOpaque where size == 32 {
    /// The SHA-256 of `bytes`.
    package init(sha256 bytes: [UInt8]) {
        self.init { hash in bytes.withUnsafeBytes { SHA256.hash($0, into: hash) } }
    }
}
