// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// SEP-51 XDR-JSON: any XDR value as readable JSON, and back to the same bytes.
///
/// Written exactly as the Python SDK does (`docs/FORMATS.md` lists where both deviate from the SEP), and read in
/// either form. Unknown members, wrong JSON types and numbers out of range are errors.
///
/// - Source: SEP-51.
package enum XDRJSON {
    /// The nesting of arrays and objects that the reader accepts: two for each level of the deepest value.
    package static let maximumDepth = 2 * XDRReader.depthLimit + 64

    /// A value as JSON in ASCII.
    ///
    /// - Parameters:
    ///   - layout: the type's layout under the name of a `typedef`, if the value has one.
    ///   - pretty: one member or element per line, indented by two blanks.
    package static func text<Value: XDRCodable>(
        of value: Value, as layout: XDRLayout = .reference(Value.self), pretty: Bool = false
    ) -> String {
        var writer = XDRJSONWriter(pretty: pretty)
        value.walk(&writer, as: layout)
        return writer.text
    }

    /// The value that a JSON document represents.
    package static func value<Value: XDRCodable>(
        _ json: JSON, as layout: XDRLayout = .reference(Value.self)
    ) throws(FormatError) -> Value {
        var reader = XDRJSONReader(json)
        let bytes = try layout.bytes(from: &reader)
        do throws(XDRError) { return try Value(xdr: bytes) } catch { throw .value(error) }
    }

    /// The JSON of a value of a schema type, given by its bytes.
    package static func text(_ bytes: [UInt8], _ type: WireType, pretty: Bool = false) throws(XDRError) -> String {
        text(of: try type.type.init(xdr: bytes), as: type.layout, pretty: pretty)
    }

    /// The bytes of a value of a schema type, given as JSON.
    package static func bytes(_ json: JSON, _ type: WireType) throws(FormatError) -> [UInt8] {
        func read<Value: XDRCodable>(_: Value.Type) throws(FormatError) -> [UInt8] {
            let value: Value = try value(json, as: type.layout)
            return value.xdr
        }
        return try read(type.type)
    }
}
