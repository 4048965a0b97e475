// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSeccomp
#endif

/// The libseccomp that is linked.
package enum SeccompLibrary {
    /// The version that the library reports, such as `2.5.4`; nil where there is no seccomp.
    package static var version: String? {
        #if os(Linux)
            seccomp_version().map { "\($0.pointee.major).\($0.pointee.minor).\($0.pointee.micro)" }
        #else
            nil
        #endif
    }
}
