// SPDX-License-Identifier: Apache-2.0

import Codec

/// One line of `Vectors/json/cases.txt`.
struct JSONCase: Sendable, CustomStringConvertible {
    let name: String
    let bytes: [UInt8]

    var description: String { name }

    static let all: [JSONCase] = read(#filePath.replacing("JSONCase.swift", with: "Vectors/json/cases.txt"))

    private static func read(_ path: String) -> [JSONCase] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var content = [UInt8](repeating: 0, count: 1 << 20)
        content.removeLast(content.count - fread(&content, 1, content.count, file))
        return content.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }.map { line in
            let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            return JSONCase(name: String(decoding: parts[0], as: UTF8.self), bytes: unescaped(Array(parts[1])))
        }
    }

    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var (bytes, place) = ([UInt8](), 0)
        while place < text.count {
            if text[place] != UInt8(ascii: "\\") {
                bytes.append(text[place])
                place += 1
            } else if text[place + 1] == UInt8(ascii: "\\") {
                bytes.append(text[place])
                place += 2
            } else {
                let digits = String(decoding: text[(place + 2)..<(place + 4)], as: UTF8.self)
                guard let byte = UInt8(digits, radix: 16) else { preconditionFailure("bad escape \(digits)") }
                bytes.append(byte)
                place += 4
            }
        }
        return bytes
    }
}
