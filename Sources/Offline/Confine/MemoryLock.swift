// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// Keeping the whole process out of the swap, where the limit for locked memory allows it.
    ///
    /// Secrets are locked by themselves, page by page, when they are made; this is for what is left of them elsewhere.
    enum MemoryLock: Hashable {
        /// All memory, that which is still to come included.
        case whole
        /// What there was at the start. Under a limit Argon2id would not get its memory otherwise.
        case start
        /// Nothing but secrets: the limit is below what the program itself takes.
        case secrets

        /// What could be locked. It is tried once, by who asks first, which `Confinement.begin` does. Pages are locked as they come
        /// into use, so that nothing is read in that would not be.
        static let outcome: MemoryLock = {
            if isUnlimited, coldstar_lock_memory(1) == 0 { return .whole }
            return coldstar_lock_memory(0) == 0 ? .start : .secrets
        }()

        /// Bytes that may be locked.
        static var limit: UInt { ResourceLimit.soft(__RLIMIT_MEMLOCK) ?? 0 }

        private static var isUnlimited: Bool {
            let mayLock: UInt32 = 1 << 14  // CAP_IPC_LOCK
            return coldstar_capabilities() & mayLock != 0 || limit == .max
        }
    }
#endif
