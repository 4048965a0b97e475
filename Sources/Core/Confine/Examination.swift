// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import CSystem
    import Glibc
#endif

/// Tests every measure in the process that has applied it.
package enum Examination {
    /// One check for each measure, in the order of `Protection.allCases`.
    package static func run() -> [ProtectionCheck] { Protection.allCases.map(check) }

    #if os(Linux)
        private static func check(_ measure: Protection) -> ProtectionCheck {
            switch measure {
            case .standardStreams:
                verdict(
                    measure, isOpen(0) && isOpen(1) && isOpen(2), "0, 1 and 2 are open", "one of 0, 1 and 2 is closed")
            case .crashHandlers:
                verdict(measure, !ProcessState.hasCrashHandlers, "a crash ends the program", "a crash runs a handler")
            case .coreDumps:
                verdict(measure, !ProcessState.allowsCoreDumps, "the limit is 0", "the limit is not 0")
            case .undumpable:
                verdict(
                    measure, !ProcessState.isDumpable, "readable by root only", "readable by programs of the same user")
            case .newPrivileges:
                verdict(measure, !ProcessState.mayGainPrivileges, "none can be gained", "privileges can be gained")
            case .lockedMemory: lockedMemory()
            case .systemCalls: systemCalls()
            case .descriptors: descriptors()
            case .files: files()
            }
        }

        private static func verdict(_ measure: Protection, _ holds: Bool, _ good: String, _ bad: String)
            -> ProtectionCheck
        {
            ProtectionCheck(measure: measure, state: holds ? .holds : .broken, detail: holds ? good : bad)
        }

        private static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

        /// Locks 256 KiB, as much as a few secrets need.
        private static func lockedMemory() -> ProtectionCheck {
            let size = 256 << 10
            let pages = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let pages, pages != MAP_FAILED else {
                return ProtectionCheck(
                    measure: .lockedMemory, state: .broken, detail: "no memory is available for the test")
            }
            defer { munmap(pages, size) }
            guard mlock(pages, size) == 0 else {
                return ProtectionCheck(
                    measure: .lockedMemory, state: .broken,
                    detail: "secrets may be swapped: the limit is \(MemoryLock.limit) bytes (ulimit -l)")
            }
            let extent =
                switch MemoryLock.outcome {
                case .whole: "the whole process"
                case .start: "memory allocated at startup, and secrets"
                case .secrets: "secrets only: the limit is \(MemoryLock.limit) bytes (ulimit -l)"
                }
            return ProtectionCheck(measure: .lockedMemory, state: .holds, detail: extent)
        }

        private static func systemCalls() -> ProtectionCheck {
            let through = SelfCheck.all.filter {
                if case .answered = $0.make() { true } else { false }
            }
            let tried = SelfCheck.all.count
            guard coldstar_prctl(PR_GET_SECCOMP, 0) == 2, through.isEmpty else {
                let names = through.map { "\($0.call) (\($0.purpose.rawValue))" }.joined(separator: ", ")
                return ProtectionCheck(measure: .systemCalls, state: .broken, detail: "not denied: \(names)")
            }
            let purposes = SelfCheck.Purpose.allCases.map(\.rawValue).joined(separator: ", ")
            return ProtectionCheck(
                measure: .systemCalls, state: .holds, detail: "\(tried) calls tried, all denied: \(purposes)")
        }

        private static func descriptors() -> ProtectionCheck {
            let open = (3..<1024).filter { isOpen($0) }
            return verdict(
                .descriptors, open.isEmpty, "only 0, 1 and 2 are open",
                "open: " + open.map(String.init).joined(separator: ", "))
        }

        private static func files() -> ProtectionCheck {
            guard let version = FileRules.version else {
                return ProtectionCheck(
                    measure: .files, state: .missing,
                    detail: "this kernel lacks Landlock, or it is not enabled (lsm=)")
            }
            let root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if root >= 0 { close(root) }
            return verdict(
                .files, root < 0 && errno == EACCES, "Landlock version \(version): the system's root cannot be listed",
                "Landlock version \(version) does not work: the system's root can be listed")
        }
    #else
        private static func check(_ measure: Protection) -> ProtectionCheck {
            ProtectionCheck(measure: measure, state: .missing, detail: "only on Linux")
        }
    #endif
}
