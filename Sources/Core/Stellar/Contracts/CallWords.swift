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

    /// The argument that a name means. stellar-cli also takes names with `-` in place of `_`, if only one argument can be meant.
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
