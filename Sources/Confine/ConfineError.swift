// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A power could not be given up, so nothing else may happen.
package struct ConfineError: Error, Hashable {
    package let measure: Measure
    /// The system's number for the reason.
    package let errno: Int32

    /// For the end of an error line.
    package var message: String {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return "\(measure.words): the kernel says \(reason)"
    }
}
