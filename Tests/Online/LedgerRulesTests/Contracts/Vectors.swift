// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import TestSupport

/// The files in `Vectors`.
enum Vectors {
    static func json(_ name: String) throws -> JSON { try VectorFiles.json(name + ".json", beside: #filePath) }

    static func cases(_ name: String, _ member: String = "cases") throws -> [JSON] { try json(name).array(member) }
}

extension JSON {
    /// A member in base64 XDR.
    func xdr<Value: XDRCodable>(_ key: String) throws -> Value { try Value(xdr: Base64.decode(string(key))) }
}

extension SCAddress {
    /// The address of a text that is one.
    init(_ text: String) throws {
        switch try StrKey(text) {
        case .publicKey(let key): self = .account(.ed25519(key))
        case .contract(let id): self = .contract(id)
        default: throw StrKeyError.wrongKind(wanted: "G... or C...")
        }
    }
}
