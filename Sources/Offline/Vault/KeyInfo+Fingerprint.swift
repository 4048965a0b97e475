// SPDX-License-Identifier: Apache-2.0

import SodiumKit
import Stellar
import StellarXDR
import XDR

extension KeyInfo {
    /// Coldstar's fingerprint of the mnemonic, by which wallets name it: the first four bytes of the SHA-256 of its account 0's public
    /// key. Nil for a seed, which has none, and for other accounts, whose file does not contain the key of account 0.
    package var fingerprint: [UInt8]? {
        account == 0 ? Array(SHA256.hash(publicKey.key.bytes).prefix(4)) : nil
    }
}
