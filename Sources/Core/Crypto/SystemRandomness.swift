// SPDX-License-Identifier: Apache-2.0

import CSodium

/// The operating system's random source, through `randombytes_buf`; the only one outside tests.
package struct SystemRandomness: Randomness, Sendable {
    package init() {}

    package func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        randombytes_buf(base, buffer.count)
    }
}
