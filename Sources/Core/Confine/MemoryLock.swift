// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// Locks the memory of the whole process, where the limit for locked memory allows it, so that it is not swapped out.
    ///
    /// Secrets are locked separately, page by page, when they are created; this lock covers copies of them elsewhere in memory.
    enum MemoryLock: Hashable {
        /// All memory, including future allocations.
        case whole
        /// Memory allocated at startup. Under a limit, locking future allocations would leave no memory for Argon2id.
        case start
        /// Secrets only: the limit is smaller than the program itself.
        case secrets

        /// What could be locked, attempted once on first access, in `Confinement.begin`. Pages are locked when they are first used, so
        /// that locking does not read in pages that are never used.
        static let outcome: MemoryLock = {
            if isUnlimited, coldstar_lock_memory(1) == 0 { return .whole }
            return coldstar_lock_memory(0) == 0 ? .start : .secrets
        }()

        /// The limit in bytes for locked memory.
        static var limit: UInt { ResourceLimit.soft(__RLIMIT_MEMLOCK) ?? 0 }

        private static var isUnlimited: Bool {
            let mayLock: UInt32 = 1 << 14  // CAP_IPC_LOCK
            return coldstar_capabilities() & mayLock != 0 || limit == .max
        }
    }
#endif
