// SPDX-License-Identifier: Apache-2.0

package import TextCodec

/// An anchor's answer to a question, as every front end shows it.
package struct AnchorReport: Sendable {
    /// A part of the answer for people. Text from the anchor is not escaped.
    package enum Part: Sendable {
        case line(String)
        /// Names and values; those without a value are left out.
        case facts([(name: String, value: String?)])
        /// Rows of cells below a header.
        case table(header: [String], rows: [[String]])
    }

    /// The JSON document for other programs.
    package let document: JSON
    package let parts: [Part]

    init(_ document: JSON, _ parts: [Part]) {
        self.document = document
        self.parts = parts
    }

    /// A list.
    ///
    /// - Parameters:
    ///   - none: the line in place of an empty list.
    ///   - remarks: lines below it; escaped.
    init(_ document: JSON, header: [String], rows: [[String]], none: String, remarks: [String] = []) {
        let list: Part = rows.isEmpty ? .line(none) : .table(header: header, rows: rows)
        self.init(document, [list] + remarks.map { .line($0) })
    }
}
