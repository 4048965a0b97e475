// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
import Stellar

/// One thing that an anchor says, or that it is told, for people. Text from the anchor is not escaped.
package struct AnchorFact: Hashable, Sendable {
    /// What a fact is about; the raw value is its label.
    package enum Topic: String, Hashable, Sendable {
        case account, amount, amounts, asset, at, balance, begun, by, deposit, ended, exchanged, fee, gets, gives, how
        case id, kind, least, memo, meaning, message, methods, most, note, number, open, outside, page, price, quote
        case `protocol`, refunded, seconds, status, transaction, until, wants, withdrawal
        case accountMemo = "memo of the account"
        case byWhen = "by when"
        case comesIn = "comes in"
        case fault = "cannot be used"
        case feePercent = "fee percent"
        case goesOut = "goes out"
        case idAtAnchor = "id at the anchor"
        case payTo = "pay to"
        case rest = "what is left"
        case withFee = "with fee"

        init(_ kind: TransferKind) { self = kind == .deposit ? .deposit : .withdrawal }
    }

    package enum Name: Hashable, Sendable {
        case topic(Topic)
        /// As the anchor calls it, such as a field or an instruction.
        case given(String)
        /// A field that an offer asks for.
        case field(String)
    }

    package let name: Name
    package let value: String
    /// Whether it is a part of what precedes it: of an offer, of a list of fields, of a fee.
    package let isPart: Bool

    package init(_ name: Name, _ value: String, isPart: Bool = false) {
        (self.name, self.value, self.isPart) = (name, value, isPart)
    }

    /// What it is about, in a few words.
    package var label: String {
        switch name {
        case .topic(let topic): topic.rawValue
        case .given(let name): name
        case .field(let name): "field \(name)"
        }
    }
}

extension [AnchorFact] {
    /// The facts that have a value.
    package init(_ facts: KeyValuePairs<AnchorFact.Topic, String?>, areParts: Bool = false) {
        self = facts.compactMap { topic, value in value.map { AnchorFact(.topic(topic), $0, isPart: areParts) } }
    }

    /// The value of the first fact about a topic; nil without one.
    package subscript(topic: AnchorFact.Topic) -> String? { first { $0.name == .topic(topic) }?.value }
}

/// An anchor's answer to a question, as every front end shows it.
package struct AnchorReport: Sendable {
    /// A part of the answer for people. Text from the anchor is not escaped.
    package enum Part: Sendable {
        case line(String)
        case facts([AnchorFact])
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
