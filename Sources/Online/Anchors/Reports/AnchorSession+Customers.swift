// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
import Codec

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
