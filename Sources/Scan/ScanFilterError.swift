// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why powers could not be given up.
package struct ScanFilterError: Error, Hashable {
    package let errno: Int32

    package init(errno: Int32) { self.errno = errno }

    /// What is wrong, in words for the end of an error line.
    package var message: String {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return "this system does not let the program give up its powers (seccomp): \(reason)"
    }
}
