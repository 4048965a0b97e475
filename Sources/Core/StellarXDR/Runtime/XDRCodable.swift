// SPDX-License-Identifier: Apache-2.0

/// A value that can be encoded as XDR.
@usableFromInline package protocol XDREncodable: ~Copyable {
    /// Encodes the value; cannot fail, since invalid values cannot be constructed.
    borrowing func encode(into writer: inout XDRWriter)
}

/// A type of the XDR language (RFC 4506): strict bytes, and a description of its fields for other formats.
///
/// Strict means that `T(xdr: bytes).xdr == bytes` for every accepted input.
@usableFromInline package protocol XDRCodable: XDREncodable, Hashable, Sendable {
    /// Decodes exactly one value.
    static func decode(from reader: inout XDRReader) throws(XDRError) -> Self

    /// The structure of the type, by the names of its schema; drives every format other than bytes.
    static var layout: XDRLayout { get }
}

extension XDRCodable {
    /// Decodes one value that fills `bytes` completely.
    @inlinable package init(xdr bytes: [UInt8]) throws(XDRError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(XDRError) in
            var reader = XDRReader(UnsafeRawBufferPointer(bytes))
            let value = try Self.decode(from: &reader)
            try reader.finish()
            return value
        }
    }

    /// The value's XDR bytes.
    @inlinable package var xdr: [UInt8] {
        // Room for a hundred payments, so that the buffer need not grow.
        var writer = XDRWriter(capacity: 8192)
        encode(into: &writer)
        return writer.finish()
    }
}
