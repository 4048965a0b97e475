// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The words after a function's name, by argument.
struct CallWords {
    enum Value: Hashable {
        case text(String)
        case file(path: String)
    }

    private static let fileSuffix = "-file-path"

    private(set) var values: [[UInt8]: Value] = [:]
    private let inputs: [[UInt8]]

    init(_ words: ArraySlice<String>, _ inputs: [SCSpecFunctionInputV0]) throws(ContractError) {
        self.inputs = inputs.map(\.name.bytes)
        var rest = words
        while let word = rest.popFirst() {
            guard word.utf8.starts(with: "--".utf8), word.utf8.count > 2 else {
                throw .extraWord(position: rest.startIndex - words.startIndex)
            }
            try take(word, &rest)
        }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(ContractError) {
        let parts = word.utf8.dropFirst(2).split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let (argument, isFile) = try argument(String(decoding: Array(parts[0]), as: UTF8.self))
        let text: String
        if parts.count == 2 {
            text = String(decoding: Array(parts[1]), as: UTF8.self)
        } else {
            guard let next = rest.popFirst(), !next.utf8.starts(with: "--".utf8) else {
                throw .noValue(argument: argument)
            }
            text = next
        }
        guard values.updateValue(isFile ? .file(path: text) : .text(text), forKey: argument) == nil else {
            throw .repeatedArgument(argument)
        }
    }

    /// The argument that a name means. stellar-cli also takes names with `-` in place of `_`, if only one argument can
    /// be meant.
    private func argument(_ name: String) throws(ContractError) -> (name: [UInt8], isFile: Bool) {
        let bytes = Array(name.utf8)
        if inputs.contains(bytes) { return (bytes, false) }
        let file = name.utf8.count > Self.fileSuffix.utf8.count && name.hasSuffix(Self.fileSuffix)
        let stem = Array(bytes.dropLast(Self.fileSuffix.utf8.count))
        if file, inputs.contains(stem) { return (stem, true) }
        let alike = inputs.filter { Self.kebab($0) == bytes }.map { ($0, false) }
        let files = file ? inputs.filter { Self.kebab($0) == stem }.map { ($0, true) } : []
        guard let only = (alike + files).first, alike.count + files.count == 1 else {
            throw .unknownArgument(name, known: inputs)
        }
        return only
    }

    private static func kebab(_ name: [UInt8]) -> [UInt8] {
        name.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
    }
}

/// Text that stops growing at a limit: what does not fit as a whole becomes `...`, and the rest is left out.
struct BoundedText {
    private static let end = "..."

    private(set) var text = ""
    /// Whether something was left out, so that no more need be made.
    private(set) var isCut = false
    private let limit: Int

    /// - Parameter limit: in bytes, the dots included; at least 3.
    init(limit: Int = .max) { self.limit = limit }

    mutating func append(_ piece: String) {
        guard !isCut else { return }
        if text.utf8.count + piece.utf8.count <= limit - Self.end.utf8.count {
            text += piece
        } else {
            text += Self.end
            isCut = true
        }
    }

    /// Appends parts with a comma between them.
    mutating func append<Part>(_ parts: some Sequence<Part>, _ put: (Part, inout BoundedText) -> Void) {
        for (index, part) in parts.enumerated() {
            if isCut { return }
            if index > 0 { append(", ") }
            put(part, &self)
        }
    }
}
