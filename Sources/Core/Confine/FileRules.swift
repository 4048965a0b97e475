// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc

    /// Landlock rules: after `enforce`, this process can open only the files that the rules name.
    ///
    /// - Source: landlock(7), versions 1 to 7; on a newer kernel, only the rights of these versions are used.
    package enum FileRules {
        /// Access rights, as bits. Those marked "file" apply to files; all others apply to folders only.
        private enum Right {
            static let execute: UInt64 = 1 << 0  // file
            static let writeFile: UInt64 = 1 << 1  // file
            static let readFile: UInt64 = 1 << 2  // file
            static let readFolder: UInt64 = 1 << 3
            static let removeFolder: UInt64 = 1 << 4
            static let removeFile: UInt64 = 1 << 5
            static let makeFolder: UInt64 = 1 << 7
            static let makeFile: UInt64 = 1 << 8
            static let truncate: UInt64 = 1 << 14  // file; since version 3
            static let deviceControl: UInt64 = 1 << 15  // file; since version 5
            static let ofFiles = execute | writeFile | readFile | truncate | deviceControl
        }

        /// The Landlock version of the kernel; nil if it lacks Landlock or has it disabled.
        package static var version: Int? {
            let version = coldstar_landlock_version()
            return version > 0 ? Int(version) : nil
        }

        /// Applies the rules. Does nothing on a kernel without Landlock.
        static func enforce(_ rules: [Reach.Rule]) throws(ConfineError) {
            guard let version else { return }
            var ruleset = handled(version)
            // An older kernel expects a shorter structure, without the fields it does not know.
            let size = version < 4 ? 8 : version < 6 ? 16 : 24
            let set = coldstar_landlock_create(&ruleset, size)
            guard set >= 0 else { throw failure() }
            defer { close(set) }
            for rule in rules { try allow(rule, set, ruleset.files) }
            guard coldstar_landlock_enforce(set) == 0 else { throw failure() }
        }

        /// All rights that this version can restrict, including TCP (since version 4), and signals and abstract sockets (since version 6).
        private static func handled(_ version: Int) -> coldstar_landlock_ruleset {
            let bits: UInt64 =
                switch version {
                case 1: 13
                case 2: 14
                case 3, 4: 15
                default: 16
                }
            return coldstar_landlock_ruleset(
                files: (1 << bits) - 1, network: version >= 4 ? 3 : 0, scoped: version >= 6 ? 3 : 0)
        }

        private static func allow(_ rule: Reach.Rule, _ set: Int32, _ handled: UInt64) throws(ConfineError) {
            let place = coldstar_open_place(rule.path)
            // A path that does not exist or is not accessible is reported when the program opens it.
            guard place >= 0 else { return }
            defer { close(place) }
            var status = stat()
            guard fstat(place, &status) == 0 else { throw failure() }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            let wanted = rights(rule.access, isFolder: isFolder) & handled
            guard wanted != 0 else { return }
            // A pipe that a descriptor's path leads to is not on a file system and cannot be restricted: EBADFD.
            guard coldstar_landlock_allow(set, wanted, place) == 0 || errno == EBADFD else { throw failure() }
        }

        private static func rights(_ access: Reach.Access, isFolder: Bool) -> UInt64 {
            let writing = Right.writeFile | Right.truncate | Right.removeFile | Right.makeFile | Right.readFolder
            let rights =
                switch access {
                case .file: isFolder ? Right.readFolder : Right.readFile
                case .folder: Right.readFile | Right.readFolder
                case .keep: Right.readFile | writing
                case .keepFolders: Right.readFile | writing | Right.makeFolder | Right.removeFolder
                case .output: writing
                case .outputFolders: writing | Right.makeFolder
                case .device: Right.readFile | Right.writeFile | Right.deviceControl
                }
            return isFolder ? rights : rights & Right.ofFiles
        }

        private static func failure() -> ConfineError { ConfineError(measure: .files, errno: errno) }
    }
#endif
