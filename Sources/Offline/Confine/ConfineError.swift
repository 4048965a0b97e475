// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// A power could not be given up, so nothing else may happen.
package struct ConfineError: Error, Hashable {
    package let measure: Measure
    /// The system's number for the reason.
    package let errno: Int32

    /// For the end of an error line.
    package var message: String { "\(measure.words): the kernel says \(SystemError.text(errno))" }
}
