// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import SafeFiles
import Stellar
import Synchronization

/// Results go to standard output, everything for a person to standard error.
package enum Console {
    private static let showsNotes = Atomic(true)
    private static let wroteResult = Atomic(false)
    private static let hasFailureDocuments = Atomic(true)

    /// Whether `--json` prints a failure as a document.
    static var printsFailures: Bool {
        get { hasFailureDocuments.load(ordering: .relaxed) }
        set { hasFailureDocuments.store(newValue, ordering: .relaxed) }
    }

    /// Whether anything was written to standard output.
    static var hasResult: Bool { wroteResult.load(ordering: .relaxed) }

    /// Turns notes off.
    static func leaveOutNotes() { showsNotes.store(false, ordering: .relaxed) }

    /// Whether notes are shown; false with `--quiet`.
    package static var saysNotes: Bool { showsNotes.load(ordering: .relaxed) }

    /// Writes a note, which `--quiet` suppresses. The caller has escaped it; anything that looks like a secret key is
    /// redacted.
    package static func message(_ line: Wording) {
        if saysNotes { diagnostic(line) }
    }

    /// Writes a notice, which `--quiet` suppresses unless it is a warning.
    package static func message(_ notice: Notice) {
        guard saysNotes || notice.severity == .warning else { return }
        let line = notice.line(in: CommandStyle.current)
        // A person compares it with the signer's review, which shows addresses in groups.
        write(line: errorIsTerminal && notice.code == .does ? AddressGroups.applied(to: line) : line)
    }

    /// Writes a note that a person compares with another screen: on a terminal addresses stand in groups.
    package static func message(compared line: Wording) {
        guard saysNotes else { return }
        write(line: errorIsTerminal ? AddressGroups.applied(to: line.commandText) : line.commandText)
    }

    /// Writes a warning, even with `--quiet`.
    package static func warning(_ text: Wording) { diagnostic("warning: \(text)") }

    /// Warns of a failure that did not prevent the result, even with `--quiet`.
    package static func warning(_ words: String, _ failure: Failure) {
        write(line: "warning: \(words): \(oneLine(failure.wording.commandText))")
    }

    /// Writes a line of an error or a question, even with `--quiet`. Anything that looks like a secret key is redacted.
    package static func diagnostic(_ line: Wording) { write(line: line.commandText) }

    private static func write(line: String) {
        // If standard error is gone there is no one to tell.
        write(laidOut(line).map { $0 + "\n" }.joined())
    }

    private static func laidOut(_ text: String) -> [String] { TextLayout.speech.lines(Redaction.apply(text)) }

    /// Shows text that a person must see before anything is signed, followed by a line feed.
    ///
    /// - Throws: `.refused` if it could not be written in full.
    package static func show(_ text: String) throws(Failure) {
        TransientLine.erase()
        do { try SafeFiles.writeAll(descriptor: STDERR_FILENO, bytes: Array((text + "\n").utf8)) } catch {
            throw Failure(
                .refused, "the review could not be shown in full: \(error.message)", hint: "nothing was signed")
        }
    }

    /// Writes text to standard error unchanged, including our own control sequences.
    package static func write(_ text: String) {
        if errorIsTerminal, PagedOutput.isUnderWay, PagedOutput.take(Array(text.utf8)) { return }
        TransientLine.erase()
        progress(text)
    }

    /// Writes text to standard error, and leaves a transient line where it is.
    static func progress(_ text: String) {
        try? SafeFiles.writeAll(descriptor: STDERR_FILENO, bytes: Array(text.utf8))
    }

    /// Writes bytes of a result to standard output.
    package static func result(_ bytes: [UInt8]) throws(Failure) {
        wroteResult.store(true, ordering: .relaxed)
        if PagedOutput.take(bytes) { return }
        if outputIsTerminal { TransientLine.erase() }
        do {
            try SafeFiles.writeAll(descriptor: STDOUT_FILENO, bytes: bytes)
        } catch {
            if case .cannotWrite(_, EPIPE) = error { throw readerIsGone }
            throw Failure(.cannotCreate, "standard output: \(error.message)")
        }
    }

    /// The reader of standard output has closed it, as `head` does; not worth an error message.
    static let readerIsGone = Failure(.cannotCreate, "standard output: its reader has closed it")

    /// Writes a secret as a line of a result, without copying it.
    package static func result(secret: borrowing SecretBytes) throws(Failure) {
        do throws(FileError) { try write(secret, STDOUT_FILENO) } catch {
            throw Failure(.cannotCreate, "standard output: \(error.message)")
        }
    }

    /// Writes a secret as a line on standard error, without copying it.
    package static func diagnostic(secret: borrowing SecretBytes) throws(Failure) {
        do throws(FileError) { try write(secret, STDERR_FILENO) } catch { throw Failure(error) }
    }

    private static func write(_ secret: borrowing SecretBytes, _ descriptor: Int32) throws(FileError) {
        TransientLine.erase()
        try secret.withBytes { (bytes) throws(FileError) in
            try SafeFiles.writeAll(descriptor: descriptor, bytes: bytes)
        }
        try SafeFiles.writeAll(descriptor: descriptor, bytes: [UInt8(ascii: "\n")])
    }

    /// Writes text of a result that ends with a line feed of its own.
    package static func result(text: String) throws(Failure) { try result(Array(text.utf8)) }

    /// Writes a line of a result.
    package static func result(line: String) throws(Failure) { try result(Array((line + "\n").utf8)) }

    /// Writes a line of a result for people, who compare it with another screen: on a terminal it is broken between
    /// words, and addresses stand in groups.
    package static func result(compared line: Wording) throws(Failure) {
        let text = line.commandText
        let lines = TextLayout.comparison.lines(outputIsTerminal ? AddressGroups.applied(to: text) : text)
        for line in lines { try result(line: line) }
    }

    /// Writes a result as one JSON document; objects get the version that every Coldstar document has.
    package static func result(document: JSON, pretty: Bool = true) throws(Failure) {
        try result(line: text(of: document, pretty: pretty))
    }

    /// The text of a result's JSON document; objects get the version that every Coldstar document has.
    package static func text(of document: JSON, pretty: Bool = true) -> String {
        guard let given = document.asObject else { return document.text(pretty: pretty) }
        var members = JSONObject([("version", 1)])
        for (key, value) in given.members { members[key] = value }
        return JSON.object(members).text(pretty: pretty)
    }

    /// Whether escape sequences may set colours (https://no-color.org).
    package static var hasColours: Bool { Environment["NO_COLOR"] == nil }

    /// Whether the locale is one of UTF-8, so that more than ASCII can be shown.
    package static var isUnicode: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment[$0] }.first?.lowercased() ?? ""
        return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8")
    }

    package static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    package static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Columns and rows of the terminal on standard output or error; nil if neither is a terminal.
    package static var size: (columns: Int, rows: Int)? { size(STDOUT_FILENO) ?? size(STDERR_FILENO) }
    /// Nil if it is not a terminal.
    package static var outputColumns: Int? { size(STDOUT_FILENO)?.columns }
    /// Nil if it is not a terminal.
    package static var errorColumns: Int? { size(STDERR_FILENO)?.columns }

    /// Nil if it is not a terminal, or does not report its size.
    package static var errorRows: Int? { size(STDERR_FILENO).flatMap { $0.rows > 0 ? $0.rows : nil } }

    private static func size(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
        return (Int(window.ws_col), Int(window.ws_row))
    }

    /// Prints the error lines of a failure, in the form common to all programs.
    static func report(_ failure: Failure, program: String) {
        let text = lines(of: failure, program: program).map { $0 + "\n" }.joined()
        // A table may have hundreds of errors. A single one waits for no key: it may be the answer to one.
        if failure.details.isEmpty { write(text) } else { PagedOutput.show(text) }
    }

    /// The error lines as they are printed.
    static func lines(of failure: Failure, program: String) -> [String] {
        var lines = failure.details.map(\.wording.commandText)
        lines.append("\(program): error: \(oneLine(failure.wording.commandText))")
        if let hint = failure.hint { lines.append("hint: \(oneLine(hint.commandText))") }
        return lines.flatMap(laidOut)
    }

    /// Keeps an input that an error repeats from filling the screen.
    private static let longestLine = 2000

    /// The message on one line of printable ASCII.
    private static func oneLine(_ text: String) -> String {
        let all = text.utf8
        let bytes = all.prefix(longestLine).map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        let more = all.count > longestLine ? "... (\(all.count - longestLine) more bytes)" : ""
        return bytes.allSatisfy { (0x20...0x7e).contains($0) }
            ? String(decoding: bytes, as: UTF8.self) + more : TerminalText.escape(bytes) + more
    }
}
