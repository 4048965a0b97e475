// SPDX-License-Identifier: Apache-2.0

import Codec

/// A measure that could not be applied. The program must exit.
package struct ConfineError: Error, Hashable {
    package let measure: Protection
    /// The `errno` of the failed call.
    package let errno: Int32

    /// Text for the end of an error line.
    package var message: String { "\(measure.words): the kernel says \(SystemError.text(errno))" }
}
