// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles

/// A source of pictures; all sources are opened before the first picture is decoded.
package enum PictureSource {
    /// A file with one picture, or a pipe.
    case file(name: String, descriptor: Int32)
    /// A stream of concatenated pictures.
    case stream(name: String, descriptor: Int32)
    case camera(name: String, any VideoDevice)

    /// Maximum number of files per run; each is an open descriptor.
    private static let mostFiles = 4096

    /// The name for display, escaped.
    package var name: String {
        switch self {
        case .file(let name, _), .stream(let name, _), .camera(let name, _): name
        }
    }

    /// Opens the sources that paths name: files, folders of pictures, and `-` for a stream on standard input.
    ///
    /// - Throws: `.noInput` for what cannot be opened, `.usage` for too many files, `.badInput` for a folder without
    ///   pictures.
    package static func open(_ paths: [String]) throws(Failure) -> [PictureSource] {
        var sources: [PictureSource] = []
        try allowDescriptors()
        for path in paths {
            if path == "-" {
                sources.append(.stream(name: "standard input", descriptor: STDIN_FILENO))
            } else if isFolder(path) {
                for name in try pictures(in: path) { sources.append(try file(path + "/" + name)) }
            } else {
                sources.append(try file(path))
            }
            guard sources.count <= mostFiles else {
                throw Failure(.usage, "more than \(mostFiles) pictures", hint: "scan them in several runs")
            }
        }
        return sources
    }

    /// Opens a camera.
    ///
    /// - Throws: `.noInput`.
    package init(camera path: String) throws(Failure) {
        let name = TerminalText.escape(path)
        do throws(CameraError) {
            self = .camera(name: name, try V4L2Device(path: path))
        } catch {
            throw Failure(
                .noInput, "\(name): \(error.message)", hint: "v4l2-ctl lists the cameras")
        }
    }

    /// Opens /dev/null, which replaces the streams that the decoding process must not have.
    package static func openNothing() throws(Failure) -> Int32 {
        let descriptor = Self.opened("/dev/null", O_RDWR)
        guard descriptor >= 0 else { throw Failure(.noInput, "/dev/null cannot be opened") }
        return descriptor
    }

    private static func file(_ path: String) throws(Failure) -> PictureSource {
        let name = TerminalText.escape(path)
        let descriptor = opened(path, O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else {
            let isAbsent = errno == ENOENT || errno == ENOTDIR
            let reason = SystemError.text(errno)
            throw Failure(.noInput, isAbsent ? "\(name) does not exist" : "\(name) cannot be read: \(reason)")
        }
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        guard kind == S_IFREG || kind == S_IFIFO else {
            throw Failure(.noInput, "\(name) is not a file", hint: "to read from a camera, use \(field: .camera)")
        }
        _ = fcntl(descriptor, F_SETFL, 0)
        return .file(name: name, descriptor: descriptor)
    }

    private static func opened(_ path: String, _ flags: Int32) -> Int32 {
        guard !path.utf8.contains(0) else {
            errno = ENOENT
            return -1
        }
        return Codec.open(path, flags | O_CLOEXEC | O_NOCTTY)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return !path.utf8.contains(0) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names of the pictures in a folder, sorted; other files are ignored.
    private static func pictures(in folder: String) throws(Failure) -> [String] {
        let names: [String]
        do { names = try SafeFiles.names(in: folder) } catch { throw Failure(.noInput, Wording(error.message)) }
        let found = names.filter { name in
            !name.hasPrefix(".") && [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
        }
        guard !found.isEmpty else {
            throw Failure(.badInput, "\(TerminalText.escape(folder)): this folder contains no PNG or JPEG pictures")
        }
        return found.sorted()
    }

    private static func allowDescriptors() throws(Failure) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(mostFiles + 64))
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
