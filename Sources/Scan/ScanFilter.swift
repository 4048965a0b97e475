// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CLinux
    import CSeccomp
    import Glibc

    /// The system calls that are left when files and cameras are open: a list of the few that are let through. All others are
    /// answered with EPERM: no network, no file opened or made, no program started, no other process looked into.
    package enum ScanFilter {
        /// Who gives up powers.
        package enum Role: Sendable {
            /// Prints, and starts and ends the process that decodes.
            case reader
            /// Decodes pictures.
            case decoder
        }

        /// For both: descriptors that are open already, memory without execution, time, the end.
        private static let common = [
            "read", "pread64", "readv", "lseek", "write", "writev", "close", "fstat", "poll", "ppoll", "brk", "munmap",
            "mremap", "madvise", "futex", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "sigaltstack", "exit",
            "exit_group", "clock_gettime", "gettimeofday", "clock_nanosleep", "nanosleep", "getrandom", "sched_yield",
            "getpid", "gettid", "tgkill", "rseq", "restart_syscall", "sysinfo", "set_robust_list",
        ]
        /// To start and end the other process, and for that one to bind itself.
        private static let starting = [
            "clone", "dup2", "dup3", "wait4", "kill", "pipe", "pipe2", "prlimit64", "seccomp", "getppid",
        ]

        /// Puts the filter in place, for good and for all processes that are started from here.
        ///
        /// - Throws: `ScanFilterError` where the kernel has no such thing or does not allow it.
        package static func apply(_ role: Role) throws(ScanFilterError) {
            guard let filter = seccomp_init(denied) else { throw ScanFilterError(errno: ENOMEM) }
            defer { seccomp_release(filter) }
            for name in common { try allow(filter, name) }
            // Status by descriptor; a path would be an empty one.
            try allow(filter, "newfstatat")
            let execution = UInt64(PROT_EXEC)
            for name in ["mmap", "mprotect"] {
                try allow(filter, name, scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: execution, datum_b: 0))
            }
            let requests = [UInt(TCGETS), UInt(TIOCGWINSZ)]
            let camera = [coldstar_video_queue_request(), coldstar_video_dequeue_request()]
            for request in role == .reader ? requests : requests + camera {
                try allow(filter, "ioctl", equal(1, UInt64(request)))
            }
            if role == .reader {
                for name in starting { try allow(filter, name) }
                for option in [PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, PR_SET_PDEATHSIG] {
                    try allow(filter, "prctl", equal(0, UInt64(option)))
                }
            }
            let result = seccomp_load(filter)
            guard result == 0 else { throw ScanFilterError(errno: -result) }
        }

        /// SCMP_ACT_ALLOW and SCMP_ACT_ERRNO(EPERM), macros that Swift does not see.
        private static let allowed: UInt32 = 0x7fff_0000
        private static let denied = UInt32(0x0005_0000) | UInt32(EPERM)

        private static func equal(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
            scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
        }

        private static func allow(
            _ filter: UnsafeMutableRawPointer, _ name: String, _ condition: scmp_arg_cmp? = nil
        ) throws(ScanFilterError) {
            let number = seccomp_syscall_resolve_name(name)
            // Not every architecture has every call.
            guard number >= 0 else { return }
            var conditions = condition.map { [$0] } ?? []
            let result = seccomp_rule_add_array(
                filter, allowed, number, UInt32(conditions.count), &conditions)
            guard result == 0 else { throw ScanFilterError(errno: -result) }
        }
    }
#endif
