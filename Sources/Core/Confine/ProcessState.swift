// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// Process attributes that the kernel manages: signal handlers, core dumps, privileges.
    enum ProcessState {
        /// The signals of a crash, for which Swift's runtime may start a program that prints a backtrace.
        static let crashes = [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGSYS]

        static func harden() throws(ConfineError) {
            try resetCrashHandlers()
            try check(.coreDumps, ResourceLimit.forbid(RLIMIT_CORE))
            try check(.undumpable, coldstar_prctl(PR_SET_DUMPABLE, 0))
            try check(.newPrivileges, coldstar_prctl(PR_SET_NO_NEW_PRIVS, 1))
        }

        private static func resetCrashHandlers() throws(ConfineError) {
            for signal in crashes {
                var action = sigaction()
                try check(.crashHandlers, sigaction(signal, nil, &action))
                guard isHandled(action) else { continue }
                action = sigaction()
                try check(.crashHandlers, sigaction(signal, &action, nil))
            }
        }

        /// Whether a handler in this process runs when the signal arrives; an ignored signal (as under nohup) is not
        /// handled.
        private static func isHandled(_ action: sigaction) -> Bool {
            // SIG_DFL and SIG_IGN are the pointers 0 and 1.
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self) > 1
        }

        private static func check(_ measure: Protection, _ status: Int32) throws(ConfineError) {
            guard status == 0 else { throw ConfineError(measure: measure, errno: errno) }
        }

        // MARK: what is there now

        static var hasCrashHandlers: Bool {
            crashes.contains { signal in
                var action = sigaction()
                return sigaction(signal, nil, &action) != 0 || isHandled(action)
            }
        }

        static var allowsCoreDumps: Bool { ResourceLimit.soft(RLIMIT_CORE) != 0 }
        static var isDumpable: Bool { coldstar_prctl(PR_GET_DUMPABLE, 0) != 0 }
        static var mayGainPrivileges: Bool { coldstar_prctl(PR_GET_NO_NEW_PRIVS, 0) != 1 }
    }

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

    /// The descriptors 0, 1 and 2.
    enum StandardStreams {
        /// Opens a placeholder for each closed standard stream: otherwise the next file to be opened would become the
        /// output.
        ///
        /// The placeholder can be neither read nor written, so using it fails as it did before.
        static func fill() throws(ConfineError) {
            for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
                // The kernel assigns the lowest free number, which is this one: all lower ones are open.
                guard coldstar_open_place("/") == descriptor else {
                    throw ConfineError(measure: .standardStreams, errno: errno)
                }
            }
        }
    }

    /// The file descriptors that this process inherited.
    enum Descriptors {
        private static let firstOther: UInt32 = 3

        /// Closes all descriptors except standard input, output, error and those in `named`.
        static func close(allBut named: Set<Int32>) throws(ConfineError) {
            var next = firstOther
            for kept in named.sorted() where kept >= next {
                if kept > next { try close(next, UInt32(kept) - 1) }
                next = UInt32(kept) + 1
            }
            try close(next, .max)
        }

        private static func close(_ first: UInt32, _ last: UInt32) throws(ConfineError) {
            if coldstar_close_range(first, last) == 0 { return }
            guard errno == ENOSYS else { throw ConfineError(measure: .descriptors, errno: errno) }
            // Linux before 5.9 has no close_range: close them one by one.
            let limit = min(ResourceLimit.soft(RLIMIT_NOFILE) ?? .max, 1 << 20)
            for descriptor in UInt(first)..<max(UInt(first), min(UInt(last) + 1, limit)) {
                Glibc.close(Int32(descriptor))
            }
        }
    }

    /// Locks the memory of the whole process, where the limit for locked memory allows it, so that it is not swapped
    /// out.
    ///
    /// Secrets are locked separately, page by page, when they are created; this lock covers copies of them elsewhere in
    /// memory.
    enum MemoryLock: Hashable {
        /// All memory, including future allocations.
        case whole
        /// Memory allocated at startup. Under a limit, locking future allocations would leave no memory for Argon2id.
        case start
        /// Secrets only: the limit is smaller than the program itself.
        case secrets

        /// What could be locked, attempted once on first access, in `Confinement.begin`. Pages are locked when they are
        /// first used, so that locking does not read in pages that are never used.
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
