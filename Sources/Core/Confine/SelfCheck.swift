// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSeccomp
    import CSystem
    import Glibc

    /// A system call made on purpose, to verify that the filter blocks it.
    ///
    /// The arguments are chosen so that the kernel alone would never return EPERM: it would fail with another error, or
    /// do something harmless. EPERM therefore means that the filter denied the call.
    package struct SelfCheck: Hashable, Sendable {
        /// What an attacker would use the call for.
        package enum Purpose: String, CaseIterable, Hashable, Sendable {
            case network
            case otherProcesses = "other processes"
            case execution
            case kernel
            case terminal
            case undoing = "taking a measure back"
        }

        /// The kernel's response.
        package enum Answer: Hashable, Sendable {
            /// EPERM.
            case denied
            /// The call succeeded (0) or failed with another error (errno).
            case answered(errno: Int32)
            /// This libseccomp does not know the call, or the architecture has no number for it.
            case unknown
        }

        package let purpose: Purpose
        /// The name in section 2 of the manual.
        package let call: String
        let arguments: [Int]

        private init(_ purpose: Purpose, _ call: String, _ arguments: Int...) {
            self.purpose = purpose
            self.call = call
            self.arguments = arguments
        }

        /// Makes the call and closes any descriptor it returns.
        package func make() -> Answer { Self.make(call, arguments) }

        /// Makes a call by name, with up to five integer arguments.
        package static func make(_ call: String, _ arguments: [Int]) -> Answer {
            let number = seccomp_syscall_resolve_name(call)
            guard number >= 0 else { return .unknown }
            let five = arguments + Array(repeating: 0, count: max(0, 5 - arguments.count))
            let result = coldstar_call(Int(number), five[0], five[1], five[2], five[3], five[4])
            guard result < 0 else {
                if descriptors.contains(call) { close(Int32(result)) }
                return .answered(errno: 0)
            }
            return errno == EPERM ? .denied : .answered(errno: errno)
        }

        private static let descriptors: Set = ["socket", "pidfd_open", "memfd_create"]

        package static let all = [
            SelfCheck(.network, "socket", Int(AF_INET), streams), SelfCheck(.network, "socket", Int(AF_INET6), streams),
            SelfCheck(.network, "socket", Int(AF_UNIX), streams),
            // AF_NETLINK, SOCK_RAW
            SelfCheck(.network, "socket", 16, 3),
            SelfCheck(.network, "socketpair", -1), SelfCheck(.network, "connect", -1), SelfCheck(.network, "bind", -1),
            SelfCheck(.network, "listen", -1), SelfCheck(.network, "accept4", -1), SelfCheck(.network, "sendto", -1),
            SelfCheck(.network, "recvfrom", -1), SelfCheck(.network, "sendmsg", -1), SelfCheck(.network, "recvmsg", -1),
            SelfCheck(.network, "sendmmsg", -1), SelfCheck(.network, "io_uring_setup", 0),
            SelfCheck(.network, "io_uring_enter", -1),
            // PTRACE_PEEKDATA
            SelfCheck(.otherProcesses, "ptrace", 2, -1),
            SelfCheck(.otherProcesses, "process_vm_readv", -1), SelfCheck(.otherProcesses, "process_vm_writev", -1),
            SelfCheck(.otherProcesses, "pidfd_open", -1), SelfCheck(.otherProcesses, "pidfd_getfd", -1),
            SelfCheck(.otherProcesses, "kcmp", -1, -1), SelfCheck(.otherProcesses, "kill", 0x3fff_ffff, 0),
            SelfCheck(.execution, "execve", 0), SelfCheck(.execution, "execveat", -1, 0),
            SelfCheck(.execution, "clone3", 0),
            // CLONE_SIGHAND without CLONE_VM
            SelfCheck(.execution, "clone", 0x800),
            SelfCheck(.execution, "mmap", 0, 0, Int(PROT_EXEC)),
            SelfCheck(.execution, "mprotect", 0, 0, Int(PROT_EXEC)),
            SelfCheck(.execution, "memfd_create", 0),
            SelfCheck(.kernel, "bpf", -1), SelfCheck(.kernel, "userfaultfd", -1),
            SelfCheck(.kernel, "perf_event_open", 0),
            SelfCheck(.kernel, "unshare", 0), SelfCheck(.kernel, "setns", -1), SelfCheck(.kernel, "keyctl", -1),
            SelfCheck(.kernel, "open_by_handle_at", -1), SelfCheck(.kernel, "shmget", 0, -1),
            SelfCheck(.kernel, "personality", 0xffff_ffff), SelfCheck(.kernel, "mount", -1, -1),
            SelfCheck(.terminal, "ioctl", -1, Int(TIOCSTI)),
            // TIOCLINUX
            SelfCheck(.terminal, "ioctl", -1, 0x541c),
            SelfCheck(.undoing, "prctl", Int(PR_SET_DUMPABLE), 1), SelfCheck(.undoing, "setrlimit", -1),
            SelfCheck(.undoing, "munlockall"), SelfCheck(.undoing, "setuid", -1),
            SelfCheck(.undoing, "seccomp", -1),
        ]

        private static let streams = Int(SOCK_STREAM.rawValue)
    }
#endif
