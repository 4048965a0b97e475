// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import TestSupport

/// Rows of the vector files in `Tests/Vectors`.
enum Vectors {
    static func lines(_ name: String) throws -> [JSON] { try VectorFiles.sharedLines(name) }

    /// Values that the Python SDK drew or built at random; `Tests/Core/Vectors/make_random.py` writes them.
    static func random(_ type: String? = nil) throws -> [JSON] {
        let rows = try bytes("random.jsonl").split(separator: UInt8(ascii: "\n")).map {
            try JSON(parsing: [UInt8]($0), maximumDepth: XDRJSON.maximumDepth + 8)
        }
        return try rows.filter { try type == nil || $0.string("type") == type }
    }

    static func bytes(_ name: String) throws -> [UInt8] { try VectorFiles.shared(name) }
}
