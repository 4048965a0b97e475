// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSeccomp
    import CSystem
    import Glibc

    /// A system call made on purpose, to verify that the filter blocks it.
    ///
    /// The arguments are chosen so that the kernel alone would never return EPERM: it would fail with another error, or do something
    /// harmless. EPERM therefore means that the filter denied the call.
    package struct Attempt: Hashable, Sendable {
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
