// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The amount of memory in this machine.
enum PhysicalMemory {
    /// In bytes; `UInt64.max` when the system does not report it.
    static let bytes: UInt64 = {
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        let size = sysconf(Int32(_SC_PAGESIZE))
        guard pages > 0, size > 0 else { return .max }
        return UInt64(pages) * UInt64(size)
    }()
}
