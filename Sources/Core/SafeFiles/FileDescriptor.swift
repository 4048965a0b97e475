// SPDX-License-Identifier: Apache-2.0

import Codec

/// An open file descriptor, closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
    let number: Int32

    /// Nil when `number` is negative: the call that returned it failed, and `errno` says why.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }
}
