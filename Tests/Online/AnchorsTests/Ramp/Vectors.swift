// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation

/// The vectors beside these tests: the verdicts of meso-js 0.2.0, and keys of other chains.
enum Vectors {
    static let ramp = load("ramp.json")
    static let keys = load("ramp-keys.json")

    static func rows(_ name: String) -> [JSON] { ramp[name]?.asArray ?? [] }

    private static func load(_ name: String) -> JSON {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors/\(name)")
        guard let data = try? Data(contentsOf: file), let document = try? JSON(parsing: Array(data)) else {
            preconditionFailure("\(file.path) cannot be read")
        }
        return document
    }
}

extension JSON {
    func with(_ name: String, _ value: JSON?) -> JSON {
        guard var object = asObject else { return self }
        object[name] = value
        return .object(object)
    }
}
