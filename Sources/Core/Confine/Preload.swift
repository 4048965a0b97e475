// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CSystem
    import Glibc
    import Codec

    /// Detects libraries that the dynamic loader was told to load before the program's own, and that can replace any
    /// function in them.
    ///
    /// Detects honest settings only: a preloaded library runs in this process first and can hide itself.
    package enum Preload {
        /// Whether this is a program of the offline bundle, which brings all its libraries. Decided by what is linked,
        /// so that the signer is compiled once for all its builds.
        package static var isForbidden: Bool { coldstar_is_bundle() != 0 }

        /// The setting that preloads a library, with its value; nil if none is found. Reads files without the C
        /// library.
        package static func found() -> String? {
            setting(in: read("/proc/self/environ") ?? environment())
                ?? list(read("/etc/ld.so.preload") ?? [])
        }

        /// The first executable mapping that is neither the program nor a library of the offline bundle; nil if there
        /// is none, or if the mappings cannot be read.
        package static func foreignObject() -> String? {
            read("/proc/self/maps").flatMap { foreignObject(in: $0) }
        }

        /// - Parameter block: environment settings, each terminated by a zero byte.
        static func setting(in block: [UInt8]) -> String? {
            for entry in block.split(separator: 0) {
                for name in ["LD_PRELOAD", "LD_AUDIT"] where entry.starts(with: Array((name + "=").utf8)) {
                    let value = entry.dropFirst(name.utf8.count + 1)
                    if value.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ":") }) {
                        return "\(name)=\(TerminalText.escape(value.prefix(200)))"
                    }
                }
            }
            return nil
        }

        /// - Parameter content: the content of `/etc/ld.so.preload`.
        static func list(_ content: [UInt8]) -> String? {
            for line in content.split(separator: UInt8(ascii: "\n")) {
                let words = line.prefix { $0 != UInt8(ascii: "#") }
                    .split { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ":")].contains($0) }
                if let first = words.first { return "/etc/ld.so.preload: \(TerminalText.escape(first.prefix(200)))" }
            }
            return nil
        }

        /// The libraries that the bundle's programs are linked with, as prefixes of file names.
        private static let libraries = [
            "ld-linux", "ld-2", "libc.so", "libc-2", "libm.so", "libm-2", "libdl", "libpthread", "librt", "libresolv",
            "libgcc_s.so", "libqrencode.so",
        ]
        private static let folders = ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"]

        /// - Parameter maps: in the format of `/proc/self/maps`; the first mapping is the program itself.
        static func foreignObject(in maps: [UInt8]) -> String? {
            var program: String?
            for line in maps.split(separator: UInt8(ascii: "\n")) {
                let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
                guard parts.count == 6 else { continue }
                let path = String(decoding: parts[5].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
                guard path.hasPrefix("/") else { continue }
                if program == nil { program = path }
                guard parts[1].contains(UInt8(ascii: "x")), path != program else { continue }
                let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
                let name = path.dropFirst(folder.count)
                let own = program?.lastIndex(of: "/").flatMap { program?[...$0] } ?? ""
                let isKnown = libraries.contains { name.hasPrefix($0) }
                if isKnown, folder == own || folders.contains(where: { folder.hasPrefix($0) }) { continue }
                return TerminalText.escape(path.utf8.prefix(200))
            }
            return nil
        }

        private static func read(_ path: String) -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            let count = buffer.withUnsafeMutableBytes { coldstar_direct_read(path, $0.baseAddress, $0.count) }
            return count >= 0 ? Array(buffer.prefix(count)) : nil
        }

        /// The settings according to the C library, for when the kernel does not show the process's initial
        /// environment.
        private static func environment() -> [UInt8] {
            ["LD_PRELOAD", "LD_AUDIT"].flatMap { name -> [UInt8] in
                guard let value = getenv(name) else { return [] }
                return Array("\(name)=\(String(cString: value))".utf8) + [0]
            }
        }
    }
#endif
