// SPDX-License-Identifier: Apache-2.0

import SodiumKit

/// Gives one salt and one nonce, told apart by their lengths.
struct FixedRandomness: Randomness {
    let salt: [UInt8]
    let nonce: [UInt8]

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        buffer.copyBytes(from: buffer.count == salt.count ? salt : nonce)
    }
}
