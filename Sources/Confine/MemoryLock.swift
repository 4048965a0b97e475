// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// Keeping the whole process out of the swap, where the limit for locked memory allows it.
    ///
    /// Secrets are locked by themselves, page by page, when they are made; this is for what is left of them elsewhere.
    package enum MemoryLock {
        private static let lockCapability: UInt32 = 1 << 14

        /// Locks pages as they come into use, so that nothing is read in that would not be.
        ///
        /// Memory that is mapped later is included only where there is no limit: under one, Argon2id would not get its memory.
        static func lock() {
            if isUnlimited, coldstar_lock_memory(1) == 0 { return }
            _ = coldstar_lock_memory(0)
        }

        /// Whether this process may lock as much memory as there is.
        package static var isUnlimited: Bool {
            if coldstar_capabilities() & lockCapability != 0 { return true }
            return limit == .max
        }

        /// Bytes that may be locked.
        package static var limit: UInt { ResourceLimit.soft(__RLIMIT_MEMLOCK) ?? 0 }
    }
#endif
