// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
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

/// Customer data, outside a transfer.
///
/// - Source: SEP-12.
extension AnchorSession {
    /// What the anchor knows about the customer, and what it wants to know.
    ///
    /// - Throws: `.refused` without a login.
    package func customer(_ query: CustomerServer.Query) throws(TransferError) -> AnchorReport {
        try TransferError.catching {
            let token = try self.token()
            let server = try CustomerServer(toml, by: transport)
            return AnchorReport(try server.customer(query, of: try someone(), token: token))
        }
    }

    /// What the anchor knows about the customer, and the fields to give it: those that it requires first.
    ///
    /// - Throws: `.refused` without a login.
    package func customerQuestions(
        _ query: CustomerServer.Query
    ) throws(TransferError) -> (report: AnchorReport, questions: [CustomerQuestion]) {
        try TransferError.catching {
            let token = try self.token()
            let customer = try CustomerServer(toml, by: transport).customer(query, of: try someone(), token: token)
            let known = Dictionary((customer.wanted + customer.given).map { ($0.name, $0) }) { first, _ in first }
            let required = customer.status == .accepted ? [] : customer.missing
            var names: [String] = []
            for name in required + customer.wanted.map(\.name) where !names.contains(name) { names.append(name) }
            return (
                AnchorReport(customer),
                names.map { CustomerQuestion($0, known[$0], isOptional: !required.contains($0)) }
            )
        }
    }

    /// Has the anchor delete all that it knows about the client.
    package func deleteCustomer(token: AccessToken) throws(TransferError) -> AnchorReport {
        try TransferError.catching {
            let client = try someone()
            try CustomerServer(toml, by: transport).delete(client, token: token)
            return AnchorReport(
                ["deleted": .string(client.subject)], [.line("\(domain.text) has forgotten \(client.subject)")])
        }
    }
}

extension AnchorReport {
    init(_ customer: Customer) {
        let head: Part = .facts(
            [AnchorFact]([.status: customer.status.rawValue, .id: customer.id, .message: customer.message]))
        let lists = [("wanted", customer.wanted), ("given", customer.given)].filter { !$0.1.isEmpty }
        self.init(
            customer.document,
            [head] + lists.flatMap { title, fields in [.line(title), .facts(fields.map(\.fact))] })
    }
}

extension Customer.Field {
    fileprivate var fact: AnchorFact {
        let choices = choices.isEmpty ? "" : " [\(choices.joined(separator: ", "))]"
        let state = [statusText, error].compactMap(\.self).joined(separator: ": ")
        let text = [type, isOptional ? "optional" : "", state, about + choices]
        return AnchorFact(.given(name), text.filter { !$0.isEmpty }.joined(separator: ", "), isPart: true)
    }
}
