// SPDX-License-Identifier: Apache-2.0

/// A type of the XDR language (RFC 4506): strict bytes, and a description of its fields for other formats.
///
/// Strict means that `T(xdr: bytes).xdr == bytes` for every accepted input.
package protocol XDRCodable: Hashable, Sendable {
    /// Consumes exactly one value.
    init(from reader: inout XDRReader) throws(XDRError)

    /// Writes the value; cannot fail, since invalid values cannot be built.
    func encode(into writer: inout XDRWriter)

    /// What the type is made of, by the names of its schema; drives every format other than bytes.
    static var layout: XDRLayout { get }
}

extension XDRCodable {
    /// The one value that `bytes` are, to the last byte.
    package init(xdr bytes: [UInt8]) throws(XDRError) {
        var result: Result<Self, XDRError>?
        bytes.withUnsafeBytes { result = Self.decoded($0) }
        guard let result else { preconditionFailure("withUnsafeBytes calls its body") }
        self = try result.get()
    }

    private static func decoded(_ bytes: UnsafeRawBufferPointer) -> Result<Self, XDRError> {
        do throws(XDRError) {
            var reader = XDRReader(bytes)
            let value = try Self(from: &reader)
            try reader.finish()
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    /// The value's XDR bytes.
    package var xdr: [UInt8] {
        var writer = XDRWriter()
        encode(into: &writer)
        return writer.finish()
    }
}
