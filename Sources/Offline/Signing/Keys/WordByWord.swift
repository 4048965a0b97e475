// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import Vault

/// A mnemonic, or a share of one, that is typed word by word on a screen of its own: what each key does, and what is
/// drawn.
///
/// Only the word being typed is shown; the others are hidden until the user asks for them. A front end reads keys,
/// passes them on byte by byte, and writes what it gets. Letters and words are passed on from where they are, and not
/// copied.
package struct WordByWord: ~Copyable {
    /// Keys that are more than one byte at a terminal, as the bytes that shells use for them.
    package enum Key {
        package static let up: UInt8 = 0x10
        package static let down: UInt8 = 0x0e
    }

    private static let control: (reveal: UInt8, clear: UInt8, tab: UInt8) = (0x12, 0x15, 0x09)
    private static let help = [
        "Enter or space accepts a word, from the letters on that no other word begins with;",
        "Tab completes; Backspace or up goes back, down goes on; Ctrl-R shows or hides all;",
    ]
    private static let helpAtTheEnd = "Ctrl-U empties the word; Ctrl-C leaves."

    private let list: TypedWords
    /// Above everything else.
    private let heading: [String]
    /// Nil until the number of words is known.
    private var entry: MnemonicEntry?
    private var digits = ""
    /// Whether something else than digits was typed since the number of words was asked for: then Enter is not alone.
    private var hasLetters = false
    private var isNumberRefused = false
    private var areAllShown = false

    /// A mnemonic.
    package init() {
        list = .english
        heading = ["A mnemonic in English, word by word. Nothing stays on the screen."]
    }

    /// A share.
    ///
    /// - Parameters:
    ///   - heading: which one; each line is broken where the terminal is narrower.
    ///   - count: the number of its words; nil to ask for it.
    /// - Throws: `.refused` without locked memory.
    package init(shareUnder heading: [String], count: Int?) throws(Failure) {
        list = .shares
        self.heading = heading
        if let count { entry = try Self.entry(count, .shares) }
    }

    private static func entry(_ count: Int, _ list: TypedWords) throws(Failure) -> MnemonicEntry {
        do { return try MnemonicEntry(count: count, of: list) } catch {
            throw Failure(
                .refused, "no locked memory for the words", hint: "raise the limit of locked memory: ulimit -l")
        }
    }

    private var help: [String] {
        switch list {
        case .english: Self.help + [Self.helpAtTheEnd + " Other languages: in one line, without this."]
        case .shares: Self.help + [Self.helpAtTheEnd]
        }
    }

    /// The question for the number of words.
    private var question: String {
        switch list {
        case .english: "number of words: 12, 15, 18, 21 or 24 (Enter alone: 24): "
        case .shares: "number of words: 20, 33, or another one from 20 to 59 (Enter alone: \(usualCount)): "
        }
    }

    private var usualCount: Int {
        switch list {
        case .english: 24
        case .shares: 33
        }
    }

    // MARK: keys

    /// Handles a key.
    ///
    /// - Returns: whether the mnemonic is complete and its checksum right.
    /// - Throws: `.refused` without locked memory.
    package mutating func press(_ byte: UInt8) throws(Failure) -> Bool {
        guard var entry = entry.take() else {
            try choose(byte)
            return false
        }
        let isEnd = byte == 0x0a || byte == 0x0d
        let isDone = isEnd && entry.isRight
        switch byte {
        case 0x0a, 0x0d, UInt8(ascii: " "): entry.accept()
        case Self.control.tab: entry.complete()
        case 0x7f, 0x08: entry.erase()
        case Key.up, UInt8(ascii: "<"): entry.back()
        case Key.down, UInt8(ascii: ">"): entry.forward()
        case Self.control.clear: entry.clear()
        case Self.control.reveal: areAllShown.toggle()
        default: entry.type(byte)
        }
        self.entry = consume entry
        return isDone
    }

    /// Handles a key of the question for the number of words.
    private mutating func choose(_ byte: UInt8) throws(Failure) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9") where digits.count < 2:
            digits.unicodeScalars.append(Unicode.Scalar(byte))
        case 0x7f, 0x08: _ = digits.popLast()
        case Self.control.clear: digits = ""
        case 0x0a, 0x0d:
            let count = digits.isEmpty && !hasLetters ? usualCount : Int(digits) ?? 0
            guard MnemonicEntry.lengths(of: list).contains(count) else {
                (digits, hasLetters, isNumberRefused) = ("", false, true)
                return
            }
            entry = try Self.entry(count, list)
        default: (hasLetters, isNumberRefused) = (true, true)
        }
    }

    /// The words, separated by single spaces.
    ///
    /// - Precondition: `press` has returned true.
    package func words() throws(Failure) -> SecretBytes {
        switch entry {
        case .some(let entry):
            do { return try entry.text() } catch { throw Failure(.refused, Wording(error.message)) }
        case nil: preconditionFailure("no words were typed")
        }
    }

    // MARK: drawing

    /// Draws everything from the upper left corner of an empty screen; the cursor stays behind the input.
    ///
    /// - Parameter put: writes bytes, which may be secret.
    package func draw(columns: Int, rows: Int, _ put: (UnsafeRawBufferPointer) -> Void) {
        switch entry {
        case .some(let entry): draw(entry, columns, rows, put)
        case nil:
            _ = drawHeading(columns, rows, put)
            let reason = isNumberRefused ? "First a number; the words are asked for one by one after it.\n" : ""
            write("\n\(reason)\(question)\(digits)", put)
        }
    }

    private func draw(
        _ entry: borrowing MnemonicEntry, _ columns: Int, _ rows: Int, _ put: (UnsafeRawBufferPointer) -> Void
    ) {
        let perRow = max(1, min(4, (columns + 2) / Self.cell))
        let gridRows = (entry.count + perRow - 1) / perRow
        // Of a mnemonic the heading is needed no more.
        let rows = list == .shares ? rows - drawHeading(columns, rows, put) : rows
        if rows > gridRows + 5 {
            drawGrid(entry, perRow, put)
            write("\n", put)
        }
        if rows > gridRows + 5 + help.count, columns > help.map(\.count).max() ?? 0 {
            for line in help { write(line + "\n", put) }
            write("\n", put)
        }
        drawNote(entry, columns, put)
        write("\n", put)
        guard entry.position < entry.count else {
            return write(
                entry.isRight ? "Enter takes these words; up goes back: " : "up goes back to correct a word: ", put)
        }
        write("word \(entry.position + 1) of \(entry.count): ", put)
        entry.withLetters(at: entry.position, put)
    }

    /// Draws the heading, unless that leaves too little room.
    ///
    /// - Returns: the number of its rows.
    private func drawHeading(_ columns: Int, _ rows: Int, _ put: (UnsafeRawBufferPointer) -> Void) -> Int {
        let lines = heading.flatMap { self.lines(of: $0, columns) }
        guard rows > lines.count + 3, lines.allSatisfy({ $0.count <= columns }) else { return 0 }
        for line in lines { write(line + "\n", put) }
        return lines.count
    }

    /// A text, broken between words. Only for what is not secret.
    private func lines(of text: String, _ columns: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count < columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Columns for a number, a dot, the longest word and a space.
    private static let cell = 14

    private func drawGrid(_ entry: borrowing MnemonicEntry, _ perRow: Int, _ put: (UnsafeRawBufferPointer) -> Void) {
        for place in 0..<entry.count {
            write("\(place < 9 ? " " : "")\(place + 1).", put)
            write(place == entry.position ? ">" : " ", put)
            let isLast = (place + 1) % perRow == 0 || place + 1 == entry.count
            guard areAllShown else {
                write(entry.isKnown(place) ? "****" : "    ", put)
                write(isLast ? "\n" : String(repeating: " ", count: Self.cell - 8), put)
                continue
            }
            let length = entry.withLetters(at: place) { letters in
                put(letters)
                return letters.count
            }
            write(isLast ? "\n" : String(repeating: " ", count: max(1, Self.cell - 4 - length)), put)
        }
    }

    /// How many of the matching words are listed.
    private static let mostListed = 6

    private func drawNote(
        _ entry: borrowing MnemonicEntry, _ columns: Int, _ put: (UnsafeRawBufferPointer) -> Void
    ) {
        switch entry.note {
        case .checksum(isRight: true): write("The checksum is right.", put)
        case .checksum(isRight: false):
            let note = "The checksum is wrong: a word is wrong, or two are exchanged. Ctrl-R shows all words."
            write(lines(of: note, columns).joined(separator: "\n"), put)
        case .unknown:
            write("no word of \(list == .english ? "BIP-39" : "SLIP-39") begins like this; nearest:", put)
            try? entry.withNearest { word in
                write(" ", put)
                put(word)
            }
        case .nothing, .completed, .ambiguous:
            if entry.note == .completed {
                write("word \(entry.position) is ", put)
                entry.withLetters(at: entry.position - 1, put)
                return
            }
            drawMatches(entry, put)
        }
    }

    private func drawMatches(_ entry: borrowing MnemonicEntry, _ put: (UnsafeRawBufferPointer) -> Void) {
        guard entry.withLetters(at: entry.position, { $0.count > 0 }) else { return }
        let matches = entry.matches
        if matches.count > Self.mostListed {
            let more = entry.note == .ambiguous ? "; type more letters" : ""
            return write("\(matches.count) words begin like this\(more)", put)
        }
        if entry.note == .ambiguous { write("which one?", put) }
        for index in matches {
            if index > matches.lowerBound || entry.note == .ambiguous { write(" ", put) }
            put(list.bytes(at: index))
        }
    }

    private func write(_ text: String, _ put: (UnsafeRawBufferPointer) -> Void) {
        var text = text
        text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
    }
}
