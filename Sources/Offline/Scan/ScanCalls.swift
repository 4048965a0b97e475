// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CLinux
    import CSystem
    package import Confine
    import Glibc

    /// The system calls that are left when files and cameras are open: no network, no file opened or made, no program started, no
    /// other process looked into.
    package enum ScanCalls {
        /// For the process that prints, and starts and ends the one that decodes. A filter binds the children too and is
        /// never widened again: what the decoder needs has to be here as well.
        package static var reader: [SystemCall] { common + requests([UInt(TCGETS), UInt(TIOCGWINSZ)]) + starting }

        /// For the process that decodes pictures, on top of the reader's, which it has from its start.
        package static var decoder: [SystemCall] { common }

        /// For both: descriptors that are open already, memory without execution, time, the end.
        private static var common: [SystemCall] {
            let names = [
                "read", "pread64", "readv", "lseek", "write", "writev", "close", "fstat", "poll", "ppoll", "brk",
                "munmap", "mremap", "madvise", "futex", "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "sigaltstack",
                "exit", "exit_group", "clock_gettime", "gettimeofday", "clock_nanosleep", "nanosleep", "getrandom",
                "sched_yield", "getpid", "gettid", "rseq", "restart_syscall", "sysinfo", "set_robust_list",
                // Status by descriptor; a path would be an empty one.
                "newfstatat",
            ]
            return names.map { SystemCall($0) }
                + ["mmap", "mprotect"].map { SystemCall($0, .without(2, bits: UInt64(PROT_EXEC))) }
                // The frames of a camera whose stream runs already.
                + requests([coldstar_video_queue_request(), coldstar_video_dequeue_request()])
        }

        /// To start and end the other process, and for that one to bind itself.
        private static var starting: [SystemCall] {
            ["clone", "dup2", "dup3", "wait4", "pipe", "pipe2", "seccomp", "getppid"].map { SystemCall($0) }
                + [PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, PR_SET_PDEATHSIG].map {
                    SystemCall("prctl", .low(0, UInt64($0)))
                }
                // Its own limits; the end of the other process, and abort().
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
