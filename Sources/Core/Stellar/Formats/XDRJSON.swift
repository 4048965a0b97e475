// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
package import TextCodec
package import XDR

/// SEP-51, XDR-JSON: any wire value as JSON that people can read, and back to the same bytes.
///
/// Written exactly as the Python SDK does (the deviations of both from the SEP stand in `docs/FORMATS.md`), read in both
/// ways: unknown members, other types of JSON and numbers out of range are refused.
///
/// - Source: SEP-51.
package enum XDRJSON {
    /// Arrays and objects inside each other that the reader takes: two for each level of the deepest value.
    package static let maximumDepth = 2 * XDRReader.depthLimit + 64

    /// A value as JSON in ASCII.
    ///
    /// - Parameters:
    ///   - layout: the type's layout under the name of a `typedef`, where the value is known by one.
    ///   - pretty: one member or element a line, indented by two blanks.
    package static func text<Value: XDRCodable>(
        of value: Value, as layout: XDRLayout = .reference(Value.self), pretty: Bool = false
    ) -> String {
        var writer = XDRJSONWriter(pretty: pretty)
        value.walk(&writer, as: layout)
        return writer.text
    }

    /// The value that a JSON text stands for.
    package static func value<Value: XDRCodable>(
        _ json: JSON, as layout: XDRLayout = .reference(Value.self)
    ) throws(FormatError) -> Value {
        var reader = XDRJSONReader(json)
        let bytes = try layout.bytes(from: &reader)
        do throws(XDRError) { return try Value(xdr: bytes) } catch { throw .value(error) }
    }

    /// The JSON of a value of some type of the schema, given by its bytes.
    package static func text(_ bytes: [UInt8], _ type: WireType, pretty: Bool = false) throws(XDRError) -> String {
        text(of: try type.type.init(xdr: bytes), as: type.layout, pretty: pretty)
    }

    /// The bytes of a value of some type of the schema.
    package static func bytes(_ json: JSON, _ type: WireType) throws(FormatError) -> [UInt8] {
        func read<Value: XDRCodable>(_: Value.Type) throws(FormatError) -> [UInt8] {
            let value: Value = try value(json, as: type.layout)
            return value.xdr
        }
        return try read(type.type)
    }
}
