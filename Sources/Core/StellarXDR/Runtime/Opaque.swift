// SPDX-License-Identifier: Apache-2.0

/// `opaque<max>` or `string<max>`: at most `max` bytes.
///
/// An XDR string is bytes, not text: it need not be UTF-8. Without a bound in the schema `max` is 2147483647.
@usableFromInline package struct Opaque<let max: Int>: XDRCodable {
    @usableFromInline package let bytes: [UInt8]

    /// Nil when there are more than `max` bytes.
    @inlinable package init?(_ bytes: [UInt8]) {
        guard bytes.count <= max else { return nil }
        self.bytes = bytes
    }

    /// - Precondition: there are at most `max` bytes.
    @usableFromInline init(within bytes: [UInt8]) { self.bytes = bytes }

    /// No bytes.
    @inlinable package init() { bytes = [] }

    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        let count = try reader.readCount(limit: max)
        return Self(within: [UInt8](try reader.readRaw(count)))
    }

    @inlinable package func encode(into writer: inout XDRWriter) {
        writer.write(UInt32(bytes.count))
        bytes.withUnsafeBytes { writer.writeRaw($0) }
    }

    @usableFromInline package static var layout: XDRLayout { .opaque(limit: max == 2147483647 ? nil : max) }
}
