// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

/// The files under `Vectors`.
enum Vectors {
    static let ur = json("ur.json")
    /// Official and independent values for multipart URs, Keystone requests and invalid input.
    static let allUR = json("ur-all.json")

    static func json(_ name: String) -> JSON { must { try JSON(parsing: bytes(name)) } }

    static func bytes(_ name: String) -> [UInt8] {
        guard let file = fopen(#filePath.replacing("Vectors.swift", with: "Vectors/" + name), "r") else { return [] }
        defer { fclose(file) }
        var content = [UInt8](repeating: 0, count: 1 << 24)
        content.removeLast(content.count - fread(&content, 1, content.count, file))
        return content
    }

    /// The rows of a list in `ur.json`.
    static func rows(_ key: String) -> [JSON] { (try? ur.array(key)) ?? [] }
}

/// Unwraps a value of the test's own data.
func must<T>(_ make: () throws -> T?) -> T {
    guard let value = try? make() else { preconditionFailure("the test's own data is wrong") }
    return value
}
