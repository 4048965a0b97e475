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

        /// Whether a handler in this process runs when the signal arrives; an ignored signal (as under nohup) is not handled.
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
#endif
