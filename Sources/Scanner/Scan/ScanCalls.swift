// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CLinux
    import CSystem
    package import Confine
    import Codec

    /// The system calls allowed after files and cameras are open: no network, no opening or creating files, no starting
    /// programs, no access to other processes.
    package enum ScanCalls {
        /// Calls for the process that prints, and that starts and ends the decoder. Child processes inherit the filter
        /// and cannot widen it, so it includes what the decoder needs.
        package static var reader: [SystemCall] { common + requests([UInt(TCGETS), UInt(TIOCGWINSZ)]) + starting }

        /// Calls for the process that decodes pictures, in addition to the inherited filter of the reader.
        package static var decoder: [SystemCall] { common }

        /// Calls for both: open descriptors, non-executable memory, time, exit.
        private static var common: [SystemCall] {
            let names = [
                "read", "pread64", "readv", "lseek", "write", "writev", "close", "fstat", "poll", "ppoll", "brk",
                "munmap", "mremap", "madvise", "futex", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "sigaltstack",
                "exit", "exit_group", "clock_gettime", "gettimeofday", "clock_nanosleep", "nanosleep", "getrandom",
                "sched_yield", "getpid", "gettid", "rseq", "restart_syscall", "sysinfo", "set_robust_list",
                // Status of a descriptor; with a path, only an empty one would work.
                "newfstatat",
            ]
            return names.map { SystemCall($0) }
                + ["mmap", "mprotect"].map { SystemCall($0, .without(2, bits: UInt64(PROT_EXEC))) }
                // Frames of a camera that is already streaming.
                + requests([coldstar_video_queue_request(), coldstar_video_dequeue_request()])
        }

        /// Calls to start and end the decoder, and for the decoder to install its own filter.
        private static var starting: [SystemCall] {
            ["clone", "dup2", "dup3", "wait4", "pipe", "pipe2", "seccomp", "getppid"].map { SystemCall($0) }
                + [PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, PR_SET_PDEATHSIG].map {
                    SystemCall("prctl", .low(0, UInt64($0)))
                }
                // Its own limits; killing the decoder; abort().
                + [
                    SystemCall("prlimit64", .equal(0, 0)), SystemCall("kill", .low(1, UInt64(SIGKILL))),
                    SystemCall("tgkill", .equal(0, UInt64(getpid()))),
                ]
        }

        private static func requests(_ requests: [UInt]) -> [SystemCall] {
            requests.map { SystemCall("ioctl", .low(1, UInt64($0))) }
        }
    }
#endif
