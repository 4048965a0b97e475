// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Crypto

/// One vector file: `key: value` lines; bytes are in hexadecimal digits.
struct Vector: CustomTestStringConvertible {
    let name: String
    private let fields: [String: String]

    var testDescription: String { name }

    /// All files of one folder below `Vectors`, in the order of their names.
    static func all(_ area: String) -> [Vector] {
        let folder = String(#filePath.reversed().drop { $0 != "/" }.reversed()) + "Vectors/" + area
        let vectors = names(in: folder).sorted().map { Vector(name: $0, text: text(of: folder + "/" + $0)) }
        precondition(!vectors.isEmpty, "no vectors in \(area)")
        return vectors
    }

    private init(name: String, text: String) {
        self.name = name
        fields = Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), String(parts[1].drop { $0 == " " }))
            })
    }

    func number(_ key: String) throws -> Int {
        let digits = try #require(fields[key])
        return try #require(Int(digits))
    }

    func bytes(_ key: String) throws -> [UInt8] {
        let digits = Array(try #require(fields[key]))
        return try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(digits[$0..<$0 + 2]), radix: 16))
        }
    }

    func secret(_ key: String) throws -> SecretBytes { try SecretBytes(try bytes(key)) }

    func has(_ key: String) -> Bool { fields[key] != nil }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
