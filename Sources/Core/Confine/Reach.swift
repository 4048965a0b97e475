// SPDX-License-Identifier: Apache-2.0

/// The files and descriptors that a command needs, according to its arguments.
package struct Reach: Hashable, Sendable {
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

    package static func + (one: Reach, other: Reach) -> Reach {
        var both = one
        both.rules += other.rules.filter { !both.rules.contains($0) }
        both.descriptors.formUnion(other.descriptors)
        return both
    }

    package static func += (one: inout Reach, other: Reach) { one = one + other }

    /// The controlling terminal.
    package static let terminal = Reach("/dev/tty", .device)

    /// Access for writing a file: to its folder, because the file gets its name only once it is complete.
    package static func output(_ path: String) -> Reach { Reach(folder(of: path), .output) }

    /// Access for creating a folder: to its parent folder.
    package static func newFolder(_ path: String) -> Reach {
        // The folder may already exist, and be empty.
        Reach(path, .outputFolders) + Reach(folder(of: path), .outputFolders)
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
