// SPDX-License-Identifier: Apache-2.0

/// A parsed document with its text, for programs that report lines or change single values.
package struct TOMLDocument: Sendable {
    /// The text without a byte order mark.
    package let bytes: [UInt8]
    /// Every header and every key with its value, in the order of the text.
    package let statements: [TOMLStatement]

    /// - Throws: the first violation of the grammar, as `TOML.parse`.
    package init(parsing bytes: [UInt8]) throws(TOMLError) {
        var reader = try TOMLReader(bytes, isRecording: true)
        _ = try reader.document()
        self.bytes = reader.bytes
        statements = reader.statements.sorted { $0.extent.lowerBound < $1.extent.lowerBound }
    }
}
