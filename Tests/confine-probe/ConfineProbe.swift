// SPDX-License-Identifier: Apache-2.0

import CProbe
import Codec
import Confine
import Scan

/// Enters the process sandbox as the signer does, then performs the actions in its arguments and prints their results,
/// one per line.
///
/// Arguments before `--`: `free` (no sandbox), `scan-reader` or `scan-decoder` (the filters of the scanner's two
/// processes), `file:PATH` and so on (what the sandbox allows), `fd:N`. After it: the actions.
@main
struct ConfineProbe {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let options = arguments.prefix { $0 != "--" }
        switch options.first {
        case "free": break
        case "scan-reader": try SystemCallFilter.install(ScanCalls.reader)
        case "scan-decoder":
            try SystemCallFilter.install(ScanCalls.reader)
            try SystemCallFilter.install(ScanCalls.decoder)
        default:
            try Confinement.begin()
            try Confinement.narrow(to: options.map(reach).reduce(AllowedAccess(), +))
        }
        for action in arguments.dropFirst(options.count + 1) {
            let (verb, object) = split(action)
            print("\(action) \(result(verb, object))")
        }
    }

    private static func split(_ text: String) -> (String, String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }

    private static func reach(_ option: String) -> AllowedAccess {
        let (kind, object) = split(option)
        switch kind {
        case "file": return AllowedAccess(object, .file)
        case "folder": return AllowedAccess(object, .folder)
        case "keep": return AllowedAccess(object, .keep)
        case "keepFolders": return AllowedAccess(object, .keepFolders)
        case "output": return .output(object)
        case "frames": return .newFolder(object)
        case "terminal": return .terminal
        case "fd": return AllowedAccess(descriptor: Int32(object))
        default: preconditionFailure("no such reach: \(option)")
        }
    }

    private static func result(_ verb: String, _ object: String) -> String {
        switch verb {
        case "read": return opened(object, O_RDONLY)
        case "write": return opened(object, O_WRONLY)
        case "truncate": return opened(object, O_WRONLY | O_TRUNC)
        case "create": return opened(object, O_WRONLY | O_CREAT | O_EXCL)
        case "list": return opened(object, O_RDONLY | O_DIRECTORY)
        case "remove": return word(unlink(object))
        case "folder": return word(mkdir(object, 0o700))
        case "move":
            let (from, to) = split(object)
            return word(rename(from, to))
        case "removeFolder": return word(unlinkat(AT_FDCWD, object, AT_REMOVEDIR))
        case "call":
            let words = object.split(separator: ",")
            switch SelfCheck.make(String(words[0]), words.dropFirst().compactMap { Int($0) }) {
            case .denied: return "EPERM"
            case .answered(let errno): return "\(errno)"
            case .unknown: return "unknown"
            }
        case "attempts":
            return SelfCheck.all.filter { $0.make() != .denied }.map(\.call).joined(separator: " ")
        case "descriptors":
            return (0..<256).filter { fcntl($0, F_GETFD) >= 0 }.map(String.init).joined(separator: " ")
        case "environment": return String(cString: getenv(object))
        case "i386": return "\(probe_call_of_i386())"
        case "x32": return "\(probe_call_of_x32())"
        case "crash": fatalError("as the test wants it")
        case "wait":
            return "\(read(STDIN_FILENO, UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1), 1))"
        default: preconditionFailure("no such action: \(verb)")
        }
    }

    private static func opened(_ path: String, _ flags: Int32) -> String {
        let descriptor = open(path, flags, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        return word(min(descriptor, 0))
    }

    private static func word(_ status: Int32) -> String {
        if status == 0 { return "done" }
        switch errno {
        case EACCES: return "EACCES"
        case EPERM: return "EPERM"
        case ENOENT: return "ENOENT"
        default: return String(cString: strerror(errno))
        }
    }
}
