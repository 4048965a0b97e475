// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff
import SafeFiles
import Synchronization

/// The destination of a result: `--out FILE`, or standard output.
package struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("out")],
        help: "Write the result to this file, or into this folder (- is standard output).", completion: .file())
    package var path: String?

    @Flag(help: "Replace the output file if it exists.")
    package var force = false

    package init() {}

    /// Writes a result: to the file atomically, or to standard output.
    package func deliver(_ text: String) throws(Failure) { try deliver(file: text + "\n") }

    /// Writes a result as `deliver` does, without a line feed at its end.
    package func deliver(file text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        guard let path, path != "-" else {
            do throws(Failure) { return try Console.result(bytes) } catch {
                // The result exists and is now lost: say so.
                guard error == Console.readerIsGone else { throw error }
                throw Failure(
                    error.kind, error.field, error.reason, hint: "the result was not written; run the command again")
            }
        }
        try Self.write(bytes, to: path, replacing: force)
    }

    /// Writes a handoff: like a result, or into a folder under its handoff name.
    ///
    /// - Returns: the path of the file; nil for standard output.
    @discardableResult
    package func deliver(_ text: String, as name: HandoffName) throws(Failure) -> String? {
        guard let path, path != "-" else {
            try deliver(text)
            return nil
        }
        guard isFolder || Self.folders.withLock({ $0.contains(path) }) else {
            try deliver(text)
            return path
        }
        guard path.hasSuffix("/") || HandoffFolder.isFolder(path) else {
            throw Failure(
                .cannotCreate, "\(TerminalText.escape(path)): this was a folder, and is gone: nothing was written",
                hint: "put it back, and run the command again")
        }
        return try HandoffFolder.write(Array((text + "\n").utf8), to: path, as: name, replacing: force)
    }

    /// Whether the result goes to standard output.
    package var isStandard: Bool { path == nil || path == "-" }

    /// Folders that were there when the command began: a stick may be taken away while a person reads.
    private static let folders = Mutex<Set<String>>([])

    /// Whether the path names a folder: one that exists, or any path that ends with a slash.
    package var isFolder: Bool { path.map { $0.hasSuffix("/") || HandoffFolder.isFolder($0) } ?? false }

    /// Checks that the output can be written, before anything irreversible is done.
    package func checkFree() throws(Failure) {
        guard let path, path != "-" else { return }
        guard isFolder else { return try Self.checkFree(path, force: force) }
        Self.folders.withLock { _ = $0.insert(path) }
        do { try SafeFiles.check(folder: path) } catch { throw Failure(.cannotCreate, Wording(error.message)) }
    }

    /// Checks that the output folder can take a file of this name.
    package func checkFree(as name: HandoffName) throws(Failure) {
        guard let path, isFolder, HandoffFolder.isFolder(path), name.next == nil else { return }
        try Self.checkFree(path + (path.hasSuffix("/") ? "" : "/") + name.text, force: force)
    }

    /// Checks that a file can be written at a path.
    package static func checkFree(_ path: String, force: Bool) throws(Failure) {
        do throws(FileError) { try SafeFiles.check(writing: path, replacing: force) } catch {
            if case .exists = error { throw existing(path) }
            throw Failure(.cannotCreate, Wording(error.message))
        }
    }

    /// Writes a file atomically with mode 0600.
    package static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(Failure) {
        do {
            try SafeFiles.write(bytes, to: path, replacing: replacing)
        } catch {
            if case .exists = error { throw existing(path) }
            throw Failure(.cannotCreate, Wording(error.message))
        }
    }

    static func existing(_ path: String) -> Failure {
        Failure(.cannotCreate, "\(TerminalText.escape(path)) already exists", hint: "use --force to replace it")
    }
}

/// The dialect in which a transaction is handed to a signer, and the key data that the dialect needs.
package struct DialectOptions: ParsableArguments {
    @Option(help: "In QR codes and --format ur: coldstar (default), keystone, lumensigner, sep7 or xdr.")
    package var dialect: DialectChoice.Dialect = .coldstar

    @Option(help: "The signer's derivation path, for keystone and lumensigner (default: m/44'/148'/0').")
    package var keyPath: String?

    @Option(help: "The Keystone's master fingerprint, 8 hex digits; the device requires it.")
    package var keyFingerprint: String?

    package init() {}

    package var choice: DialectChoice {
        DialectChoice(dialect, keyPath: keyPath, keyFingerprint: keyFingerprint)
    }

    /// The content to show as QR codes.
    package func content(of handoff: HandoffDocument) throws(Failure) -> QRContent {
        try choice.content(of: handoff)
    }

    /// The content to show as QR codes.
    package func content(of request: SigningRequest) throws(Failure) -> QRContent { try choice.content(of: request) }

    /// The request as text in `format`; URs and LumenSigner's frames use the chosen dialect and key.
    package func text(of request: SigningRequest, _ format: TransactionFormat) throws(Failure) -> String {
        try choice.text(of: request, format)
    }

    /// Prints what the Keystone's screen will show, so that its owner can compare.
    package func sayScreen(of request: SigningRequest) {
        for line in choice.screen(of: request) { Console.message(line) }
    }
}

extension DialectChoice.Dialect: ExpressibleByArgument {}
