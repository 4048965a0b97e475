// SPDX-License-Identifier: Apache-2.0

/// `opaque<max>` or `string<max>`: at most `max` bytes.
///
/// An XDR string is bytes, not text: nothing says that it is UTF-8. Without a bound in the schema `max` is 2147483647.
package struct Opaque<let max: Int>: XDRCodable {
    package let bytes: [UInt8]

    /// Nil when there are more than `max` bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= max else { return nil }
        self.bytes = bytes
    }

    /// No bytes.
    package init() { bytes = [] }

    package init(from reader: inout XDRReader) throws(XDRError) {
        let count = try reader.readCount(limit: max)
        bytes = [UInt8](try reader.readRaw(count))
    }

    package func encode(into writer: inout XDRWriter) {
        writer.write(UInt32(bytes.count))
        bytes.withUnsafeBytes { writer.writeRaw($0) }
    }

    package static var layout: XDRLayout { .opaque(limit: max == 2147483647 ? nil : max) }
}
