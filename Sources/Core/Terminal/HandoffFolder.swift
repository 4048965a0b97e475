// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import SafeFiles
import Stellar

/// A folder carried between the machines, as on a USB stick. Only files whose names mark them as handoffs are used,
/// and others that appear to be some are named.
package enum HandoffFolder {
    /// Whether an argument names a folder.
    package static func isFolder(_ argument: String) -> Bool {
        var status = stat()
        return !argument.utf8.contains(0) && stat(argument, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The handoffs in a folder, sorted by name: those that ask for a signature, and those that have one.
    ///
    /// - Parameter telling: whether to say what is not used; once is enough for a folder that is watched.
    package static func contents(
        of folder: String, telling: Bool = true
    ) throws(Failure) -> (unsigned: [(path: String, name: HandoffName)], signed: [(path: String, name: HandoffName)]) {
        let all = try whole(folder, telling: telling)
        return (all.filter { $0.name.state == .unsigned }, all.filter { $0.name.state == .signed })
    }

    /// A text that differs once a file has changed; nil if there is none.
    package static func mark(of path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return "\(path) \(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }

    /// The handoffs in a folder. Says what is not used.
    private static func whole(
        _ argument: String, telling: Bool = true
    ) throws(Failure) -> [(path: String, name: HandoffName)] {
        let names: [String]
        do { names = try SafeFiles.names(in: argument).sorted() } catch {
            throw Failure(.noInput, Wording(error.message))
        }
        let folder = argument.hasSuffix("/") ? argument : argument + "/"
        let (whole, leftover) = sift(names, in: folder)
        guard telling else { return whole }
        if !leftover.isEmpty { Console.message("ignored, left over from an interrupted copy: \(list(leftover))") }
        let paths = Set(whole.map(\.path))
        let others = guess(in: argument).map(\.name).filter { !paths.contains(folder + $0) }
        if !others.isEmpty {
            Console.message("left alone, because of their names; to use one, give the file: \(list(others))")
        }
        return whole
    }

    private static func list(_ names: [String]) -> String {
        names.map { TerminalText.escape($0) }.joined(separator: ", ")
    }

    /// All files that an argument stands for: the argument itself, or the matches in a folder.
    ///
    /// - Parameters:
    ///   - takesAnswered: whether to take the requests with an answer where no other is there.
    ///   - others: the kinds that are for another command, and left out where there is something else.
    /// - Throws: if the folder has no file in this state.
    package static func files(
        _ argument: String, _ state: HandoffName.State, takesAnswered: Bool = false,
        leavingOut others: Set<HandoffName.Kind> = []
    ) throws(Failure) -> [String] {
        guard isFolder(argument) else { return [argument] }
        let whole = try whole(argument)
        var wanted = whole.filter { file in
            file.name.state == state && !(state == .unsigned && whole.contains { $0.name.answers(file.name) })
        }
        if wanted.isEmpty, takesAnswered { wanted = whole.filter { $0.name.state == state } }
        guard !wanted.isEmpty else {
            let done = state == .unsigned ? whole.count(where: { $0.name.state == .unsigned }) : 0
            throw Failure(
                .noInput,
                "\(TerminalText.escape(argument)): this folder contains no \(state.rawValue) handoff"
                    + (done > 0 ? "; \(done) \(done == 1 ? "is" : "are") already signed" : ""),
                hint: "to use a file in it anyway, give the file")
        }
        let meant = wanted.filter { !others.contains($0.name.kind) }
        guard !meant.isEmpty, meant.count < wanted.count else { return wanted.map(\.path) }
        let left = wanted.filter { others.contains($0.name.kind) }.map { SafeFiles.lastName($0.path) }
        Console.message("left alone, not for the ledger: \(list(left))")
        return meant.map(\.path)
    }

    /// Separates handoffs from the leftovers of an interrupted copy: temporary files, and handoffs without a byte in
    /// them. Skips links, folders and devices.
    private static func sift(
        _ names: [String], in folder: String
    ) -> (whole: [(path: String, name: HandoffName)], leftover: [String]) {
        var (whole, leftover): ([(path: String, name: HandoffName)], [String]) = ([], [])
        for name in names {
            if SafeFiles.isTemporary(name) { leftover.append(name) }
            guard let handoff = HandoffName(name) ?? HandoffName(ofCopy: name) else { continue }
            var status = stat()
            guard lstat(folder + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            if status.st_size == 0 { leftover.append(name) } else { whole.append((folder + name, handoff)) }
        }
        return (whole, leftover)
    }

    /// Writes a handoff into a folder atomically.
    ///
    /// - Returns: the file's path. An existing signature is kept, and another one is written beside it.
    package static func write(
        _ bytes: [UInt8], to folder: String, as name: HandoffName, replacing: Bool
    ) throws(Failure) -> String {
        do { try SafeFiles.createFolder(folder) } catch { throw Failure(.cannotCreate, Wording(error.message)) }
        var name = name
        while true {
            let path = folder.hasSuffix("/") ? folder + name.text : folder + "/" + name.text
            do throws(FileError) {
                try SafeFiles.write(bytes, to: path, replacing: replacing)
                return path
            } catch {
                guard case .exists = error, let next = name.next else {
                    if case .exists = error { throw OutputOptions.existing(path) }
                    throw Failure(.cannotCreate, Wording(error.message))
                }
                if (try? SafeFiles.read(path, limit: bytes.count)) == bytes { return path }
                name = next
            }
        }
    }
}

extension HandoffName {
    /// Whether this is a signature over the content of `request`.
    package func answers(_ request: HandoffName) -> Bool {
        state == .signed && kind == request.kind && hash == request.hash
    }
}

extension HandoffFolder {
    /// The maximum number of documents that are read, and the size of each in bytes: a suggestion must not take long.
    private static let mostDocuments = 40
    private static let largestDocument = 256 << 10

    /// The files of a folder that appear to be requests and responses, sorted by name; for suggestions only. Empty if
    /// the folder cannot be read.
    package static func guess(in folder: String = ".") -> [CarriedFile] {
        var documents = 0
        return ((try? SafeFiles.names(in: folder)) ?? []).sorted().compactMap { name in
            // A program would take it for an option.
            guard !name.hasPrefix("-") else { return nil }
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
            if let file = CarriedFile(named: name) { return file }
            guard name.hasSuffix(".json"), documents < mostDocuments, status.st_size <= largestDocument else {
                return nil
            }
            documents += 1
            guard let bytes = try? SafeFiles.read(path, limit: largestDocument),
                let document = try? JSON(parsing: bytes)
            else { return nil }
            return CarriedFile(name, document: document)
        }
    }
}

/// The codes of a loop as picture files in a folder, named so that they sort in order.
enum FrameFolder {
    /// Checks that the folder is new or empty, because frames of two messages must not mix.
    static func checkFree(_ path: String) throws(Failure) {
        do { try SafeFiles.check(folder: path) } catch { throw Failure(.cannotCreate, Wording(error.message)) }
        guard SafeFiles.exists(path) else { return }
        let isEmpty = (try? SafeFiles.names(in: path).isEmpty) ?? false
        guard isEmpty else {
            throw Failure(
                .cannotCreate, "\(TerminalText.escape(path)) exists and is not an empty folder",
                hint: "give a new folder")
        }
    }

    static func write(_ loop: QRLoop, to path: String) throws(Failure) {
        try checkFree(path)
        do { try SafeFiles.createFolder(path) } catch { throw Failure(.cannotCreate, Wording(error.message)) }
        let digits = String(loop.count).count
        for place in 0..<loop.count {
            let number = String(place + 1)
            let name = "frame-" + String(repeating: "0", count: digits - number.count) + number + ".png"
            let code: QRCode
            do { code = try loop.code(at: place) } catch { throw Failure(.badInput, Wording(error.message)) }
            try OutputOptions.write(PNG.encode(code), to: path + "/" + name, replacing: false)
        }
    }
}
