// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar

/// The files under `ChainVectors`.
enum ChainVectors {
    static let keys = json("ramp-keys.json")
    static let solanaWire = json("solana-wire.json")

    private static func json(_ name: String) -> JSON { must { try JSON(parsing: bytes(name)) } }

    private static func bytes(_ name: String) -> [UInt8] {
        guard let file = fopen(#filePath.replacing("ChainVectors.swift", with: "Vectors/" + name), "r") else {
            return []
        }
        defer { fclose(file) }
        var content = [UInt8](repeating: 0, count: 1 << 20)
        content.removeLast(content.count - fread(&content, 1, content.count, file))
        return content
    }
}

/// Unwraps a value of the test's own data.
func must<T>(_ make: () throws -> T?) -> T {
    guard let value = try? make() else { preconditionFailure("the test's own data is wrong") }
    return value
}

/// The bytes of hexadecimal digits in the test's own data.
func hex(_ digits: String) -> [UInt8] { must { try Hex.decode(digits) } }

func secret(_ digits: String) throws -> SecretBytes {
    let bytes = hex(digits)
    return try SecretBytes(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
}
