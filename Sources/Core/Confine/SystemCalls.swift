// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// The system calls that the signer is allowed.
    enum SystemCalls {
        static var signer: [SystemCall] { plain.map { SystemCall($0) } + conditional }

        private static let plain = [
            // Files, restricted by Landlock.
            "openat", "close", "close_range", "read", "write", "writev", "pread64", "pwrite64", "lseek", "fstat",
            "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat",
            "getdents64", "getcwd", "flock", "fsync", "fdatasync", "ftruncate", "linkat", "unlink", "unlinkat",
            "rename", "renameat", "renameat2", "mkdir", "mkdirat",
            // Memory, not executable; see below.
            "brk", "munmap", "mremap", "madvise", "mlock", "munlock",
            // Its own signals, and waiting.
            "rt_sigaction", "rt_sigprocmask", "rt_sigpending", "rt_sigreturn", "sigaltstack", "restart_syscall",
            "futex", "poll", "ppoll", "nanosleep", "clock_nanosleep", "sched_yield",
            // Queries.
            "clock_gettime", "clock_getres", "gettimeofday", "time", "getrandom", "getpid", "gettid", "getuid",
            "geteuid", "getgid", "getegid", "sysinfo", "uname", "sched_getaffinity",
            // Entering the rest of the sandbox, and exiting.
            "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "exit", "exit_group",
        ]

        /// Calls that are allowed under conditions.
        private static var conditional: [SystemCall] {
            [
                SystemCall("mmap", .without(2, bits: UInt64(PROT_EXEC))),
                SystemCall("mprotect", .without(2, bits: UInt64(PROT_EXEC))),
                // Limits of this process may be read, not set.
                SystemCall("prlimit64", .equal(0, 0), .equal(2, 0)),
                // abort() raises a signal in this process.
                SystemCall("tgkill", .equal(0, UInt64(getpid()))),
            ]
                + [PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP].map {
                    SystemCall("prctl", .low(0, UInt64($0)))
                }
                + [F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC].map { SystemCall("fcntl", .low(1, UInt64($0))) }
                + terminal.map { SystemCall("ioctl", .low(1, $0)) }
        }

        /// The terminal's settings and size. TIOCSTI, which injects input into the terminal, is deliberately missing.
        private static let terminal: [UInt64] = [
            UInt64(TCGETS), UInt64(TCSETS), UInt64(TCSETSW), UInt64(TCSETSF), UInt64(TIOCGWINSZ),
            // The variants with speeds (TCGETS2, TCSETS2, TCSETSW2, TCSETSF2), which newer C libraries use.
            0x802c_542a, 0x402c_542b, 0x402c_542c, 0x402c_542d,
        ]
    }
#endif
