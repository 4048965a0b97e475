// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc
#endif

/// The files and descriptors that a command needs, according to its arguments.
package struct AllowedAccess: Hashable, Sendable {
    /// The operations allowed on a path and, if it is a folder, on everything below it.
    package enum Access: Hashable, Sendable {
        /// Read a file; of a folder only its list, so that passing a folder instead of a file gives the usual error.
        case file
        /// Read a folder and everything below it.
        case folder
        /// Read, write, create and remove files in a folder.
        case keep
        /// Like `keep`, and create, move and remove folders in it.
        case keepFolders
        /// Create and replace files in a folder, and list it, but do not read files.
        case output
        /// Like `output`, and create folders in it.
        case outputFolders
        /// Read, write and configure a device.
        case device
    }

    package struct Rule: Hashable, Sendable {
        package let path: String
        package let access: Access

        package init(path: String, access: Access) {
            self.path = path
            self.access = access
        }
    }

    /// Access rules. Paths that do not exist are ignored.
    package private(set) var rules: [Rule] = []
    /// Descriptors that stay open, in addition to 0, 1 and 2.
    package private(set) var descriptors: Set<Int32> = []

    /// Standard streams only.
    package init() {}

    package init(_ path: String, _ access: Access) {
        rules = [Rule(path: path, access: access)]
        if let descriptor = Self.descriptor(namedBy: path) { descriptors = [descriptor] }
    }

    package init(descriptor: Int32?) {
        if let descriptor { descriptors = [descriptor] }
    }

    package static func + (one: AllowedAccess, other: AllowedAccess) -> AllowedAccess {
        var both = one
        both.rules += other.rules.filter { !both.rules.contains($0) }
        both.descriptors.formUnion(other.descriptors)
        return both
    }

    package static func += (one: inout AllowedAccess, other: AllowedAccess) { one = one + other }

    /// The controlling terminal.
    package static let terminal = AllowedAccess("/dev/tty", .device)

    /// Access for writing a file: to its folder, because the file gets its name only once it is complete.
    package static func output(_ path: String) -> AllowedAccess { AllowedAccess(folder(of: path), .output) }

    /// Access for creating a folder: to its parent folder.
    package static func newFolder(_ path: String) -> AllowedAccess {
        // The folder may already exist, and be empty.
        AllowedAccess(path, .outputFolders) + AllowedAccess(folder(of: path), .outputFolders)
    }

    private static func folder(of path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The descriptor in a path such as `/dev/fd/63`, which a shell passes for `<(command)`.
    private static func descriptor(namedBy path: String) -> Int32? {
        for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
            return Int32(path.dropFirst(prefix.count))
        }
        return nil
    }
}

#if os(Linux)
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
        static func enforce(_ rules: [AllowedAccess.Rule]) throws(ConfineError) {
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

        /// All rights that this version can restrict, including TCP (since version 4), and signals and abstract sockets
        /// (since version 6).
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

        private static func allow(_ rule: AllowedAccess.Rule, _ set: Int32, _ handled: UInt64) throws(ConfineError) {
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

        private static func rights(_ access: AllowedAccess.Access, isFolder: Bool) -> UInt64 {
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
