// SPDX-License-Identifier: Apache-2.0

/// The files and descriptors that a command needs, by what its arguments name.
package struct Reach: Hashable, Sendable {
    /// What may be done with a path, and with all that is below it when it is a folder.
    package enum Access: Hashable, Sendable {
        /// Read a file; of a folder only its list, so that a folder given as a file is the usual error.
        case file
        /// Read a folder and all below it.
        case folder
        /// Read, write, make and remove files in a folder.
        case keep
        /// Like `keep`, and make, move and remove folders in it.
        case keepFolders
        /// Make and replace files in a folder, and list it; read none.
        case output
        /// Like `output`, and make folders there.
        case outputFolders
        /// Read, write and set the modes of a device.
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

    /// Paths that are not there count for nothing.
    package private(set) var rules: [Rule] = []
    /// Descriptors that stay open, beside 0, 1 and 2.
    package private(set) var descriptors: Set<Int32> = []

    /// Standard streams and nothing else.
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

    /// The terminal of the person in front.
    package static let terminal = Reach("/dev/tty", .device)

    /// A file that is to be written, by its folder: what is written gets its name last.
    package static func output(_ path: String) -> Reach { Reach(folder(of: path), .output) }

    /// A folder that is to be made, by the nearest one that is there.
    package static func newFolder(_ path: String) -> Reach {
        // The folder may be there, and empty.
        Reach(path, .outputFolders) + Reach(folder(of: path), .outputFolders)
    }

    private static func folder(of path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A shell's `<(command)` comes as the name of a descriptor.
    private static func descriptor(namedBy path: String) -> Int32? {
        for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
            return Int32(path.dropFirst(prefix.count))
        }
        return nil
    }
}
