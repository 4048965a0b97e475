// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSeccomp
    import CSystem
    import Glibc

    /// A system call made on purpose, to see that the filter stops it.
    ///
    /// Each is made such that the kernel itself would answer otherwise: with another error for arguments that make no sense, or
    /// by doing something harmless. So EPERM is the filter's word.
    package struct Attempt: Hashable, Sendable {
        /// What the call would be good for.
        package enum Purpose: String, CaseIterable, Hashable, Sendable {
            case network
            case otherProcesses = "other processes"
            case execution
            case kernel
            case terminal
            case undoing = "taking a measure back"
        }

        /// How the kernel answered.
        package enum Answer: Hashable, Sendable {
            /// EPERM.
            case denied
            /// Done, or refused for another reason; 0 or the system's number.
            case answered(errno: Int32)
            /// The call has no name in this libseccomp, or no number on this architecture.
            case unknown
        }

        package let purpose: Purpose
        /// As section 2 of the manual calls it.
        package let call: String
        let arguments: [Int]

        private init(_ purpose: Purpose, _ call: String, _ arguments: Int...) {
            self.purpose = purpose
            self.call = call
            self.arguments = arguments
        }

        /// Makes the call. A descriptor that comes out of it is closed.
        package func make() -> Answer { Self.make(call, arguments) }

        /// Makes any call by its name, with up to five numbers.
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
            Attempt(.network, "socket", Int(AF_INET), streams), Attempt(.network, "socket", Int(AF_INET6), streams),
            Attempt(.network, "socket", Int(AF_UNIX), streams),
            // AF_NETLINK, SOCK_RAW
            Attempt(.network, "socket", 16, 3),
            Attempt(.network, "socketpair", -1), Attempt(.network, "connect", -1), Attempt(.network, "bind", -1),
            Attempt(.network, "listen", -1), Attempt(.network, "accept4", -1), Attempt(.network, "sendto", -1),
            Attempt(.network, "recvfrom", -1), Attempt(.network, "sendmsg", -1), Attempt(.network, "recvmsg", -1),
            Attempt(.network, "sendmmsg", -1), Attempt(.network, "io_uring_setup", 0),
            Attempt(.network, "io_uring_enter", -1),
            // PTRACE_PEEKDATA
            Attempt(.otherProcesses, "ptrace", 2, -1),
            Attempt(.otherProcesses, "process_vm_readv", -1), Attempt(.otherProcesses, "process_vm_writev", -1),
            Attempt(.otherProcesses, "pidfd_open", -1), Attempt(.otherProcesses, "pidfd_getfd", -1),
            Attempt(.otherProcesses, "kcmp", -1, -1), Attempt(.otherProcesses, "kill", 0x3fff_ffff, 0),
            Attempt(.execution, "execve", 0), Attempt(.execution, "execveat", -1, 0), Attempt(.execution, "clone3", 0),
            // CLONE_SIGHAND without CLONE_VM
            Attempt(.execution, "clone", 0x800),
            Attempt(.execution, "mmap", 0, 0, Int(PROT_EXEC)), Attempt(.execution, "mprotect", 0, 0, Int(PROT_EXEC)),
            Attempt(.execution, "memfd_create", 0),
            Attempt(.kernel, "bpf", -1), Attempt(.kernel, "userfaultfd", -1), Attempt(.kernel, "perf_event_open", 0),
            Attempt(.kernel, "unshare", 0), Attempt(.kernel, "setns", -1), Attempt(.kernel, "keyctl", -1),
            Attempt(.kernel, "open_by_handle_at", -1), Attempt(.kernel, "shmget", 0, -1),
            Attempt(.kernel, "personality", 0xffff_ffff), Attempt(.kernel, "mount", -1, -1),
            Attempt(.terminal, "ioctl", -1, Int(TIOCSTI)),
            // TIOCLINUX
            Attempt(.terminal, "ioctl", -1, 0x541c),
            Attempt(.undoing, "prctl", Int(PR_SET_DUMPABLE), 1), Attempt(.undoing, "setrlimit", -1),
            Attempt(.undoing, "munlockall"), Attempt(.undoing, "setuid", -1),
            Attempt(.undoing, "seccomp", -1),
        ]

        private static let streams = Int(SOCK_STREAM.rawValue)
    }
#endif
