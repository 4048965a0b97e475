// SPDX-License-Identifier: Apache-2.0

import Codec

/// A descriptor that is closed when the value goes out of scope.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Nil when `number` is negative: the call that returned it failed, and `errno` says why.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }
}
