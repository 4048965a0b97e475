// SPDX-License-Identifier: Apache-2.0

import Crypto

/// A source of one fixed salt and one fixed nonce, chosen by length.
struct FixedRandomness: Randomness {
    let salt: [UInt8]
    let nonce: [UInt8]

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        buffer.copyBytes(from: buffer.count == salt.count ? salt : nonce)
    }
}
