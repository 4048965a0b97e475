// SPDX-License-Identifier: Apache-2.0

import SodiumKit
import Stellar
import StellarXDR
import XDR

extension KeyInfo {
    /// Coldstar's fingerprint of the mnemonic, by which wallets name it: the first four bytes of the SHA-256 of its account 0's public
    /// key on Stellar. Nil for a seed, which has none, and for other accounts and chains, whose file does not contain that key.
    package var fingerprint: [UInt8]? {
        account == 0 ? publicKey.map { Array(SHA256.hash($0.key.bytes).prefix(4)) } : nil
    }
}
