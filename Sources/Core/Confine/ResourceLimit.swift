// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Glibc

    /// Resource limits of the process.
    enum ResourceLimit {
        /// The soft limit; nil if the kernel does not return it.
        static func soft(_ resource: __rlimit_resource) -> UInt? {
            var limit = rlimit()
            return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? limit.rlim_cur : nil
        }

        /// Sets a limit to 0 permanently.
        static func forbid(_ resource: __rlimit_resource) -> Int32 {
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            return setrlimit(__rlimit_resource_t(resource.rawValue), &none)
        }
    }
#endif
