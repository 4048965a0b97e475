// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

extension JSON {
    /// A value in base64.
    static func xdr(_ value: some XDRCodable) -> JSON { .string(Base64.encode(value.xdr)) }

    /// Values in base64.
    static func xdr(each values: [some XDRCodable]) -> JSON { .array(values.map { .xdr($0) }) }

    /// A whole number as a string.
    static func digits(_ value: some FixedWidthInteger) -> JSON { .string(String(value)) }
}

extension XDRCodable {
    /// The value of a text in base64; nil if it is none.
    init?(base64 text: String) {
        guard let bytes = try? Base64.decode(text), let value = try? Self(xdr: bytes) else { return nil }
        self = value
    }
}
