// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much memory this machine has.
enum PhysicalMemory {
    /// In bytes; all there is when the system does not say.
    static let bytes: UInt64 = {
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        let size = sysconf(Int32(_SC_PAGESIZE))
        guard pages > 0, size > 0 else { return .max }
        return UInt64(pages) * UInt64(size)
    }()
}
