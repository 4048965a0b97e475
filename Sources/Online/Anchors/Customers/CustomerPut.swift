// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
import Codec

/// Customer data that a user gives an anchor at once, outside a transfer.
package struct CustomerPut {
    private let session: AnchorSession
    private let token: AccessToken
    private let query: CustomerServer.Query
    private let server: CustomerServer
    private let files: [CustomerServer.File]
    private var fields: [(name: String, value: String)]
    private var source: (profile: OpenProfile, names: [String], missing: [String])?

    /// - Parameter input: its fields are standard, or of the anchor's own, which it is asked about.
    /// - Throws: `.badInput` for a name that neither SEP-9 nor the anchor has.
    package init(
        _ session: AnchorSession, token: AccessToken, _ query: CustomerServer.Query, _ input: CustomerInput
    ) throws(TransferError) {
        (self.session, self.token, self.query, files) = (session, token, query, input.files)
        fields = input.fields.map { ($0.name, $0.value) }
        server = try TransferError.catching { try CustomerServer(session.toml, by: session.transport) }
        // Only the anchor knows whether a non-standard name is one of its own fields.
        guard input.fields.contains(where: { !CustomerField.isStandard($0.name) }) else { return }
        try TransferError.catching {
            let customer = try server.customer(query, of: try session.someone(), token: token)
            let asked = (customer.wanted + customer.given).map(\.name)
            for field in input.fields { try field.checkName(asked: asked + asked.map { $0 + "_verification" }) }
        }
    }

    /// Sends the data.
    ///
    /// - Parameters:
    ///   - profile: opens the profile, of which the anchor also gets what it wants; nil for none.
    ///   - agree: is told what the anchor would get from the profile for the first time. If it throws, nothing is sent.
    /// - Returns: a report with the customer's id.
    /// - Throws: `.badInput` when there is nothing to send.
    package mutating func run(
        profile: (() throws -> OpenProfile)? = nil, agree: ([String]) throws -> Void = { _ in }
    ) throws(TransferError) -> AnchorReport {
        if let profile {
            try TransferError.catching {
                let customer = try server.customer(query, of: try session.someone(), token: token)
                let new = take(try profile(), for: customer)
                if !new.isEmpty { try agree(new) }
            }
        }
        let id = try sendFields()
        return AnchorReport(["id": .string(id)], [.facts([AnchorFact]([.id: id]))])
    }

    /// Takes the fields that the anchor wants from the profile, as far as it has them.
    ///
    /// - Returns: those that the anchor would get for the first time.
    private mutating func take(_ profile: OpenProfile, for customer: Customer) -> [String] {
        let rejected = customer.given.filter { $0.status == .rejected }.map(\.name)
        let names = (customer.wanted.map(\.name) + rejected).filter { profile[$0] != nil }
        source = (profile, names, customer.missing)
        return profile.new(to: session.domain.text, among: names)
    }

    private func sendFields() throws(TransferError) -> String {
        try TransferError.catching {
            var fields = fields
            if let (profile, names, missing) = source {
                // Record first: the data may arrive even if the request fails.
                if !profile.new(to: session.domain.text, among: names).isEmpty {
                    try profile.note(names, givenTo: session.domain.text)
                }
                let known = Set(fields.map(\.name))
                fields += names.filter { !known.contains($0) }.map { ($0, profile[$0] ?? "") }
                guard !fields.isEmpty || !files.isEmpty else { throw nothing(missing) }
            }
            let client = try session.someone()
            do throws(AnchorError) {
                return try server.put(fields, files: files, query, of: client, token: token)
            } catch {
                throw error.leavingOut(fields.map(\.value))
            }
        }
    }

    private func nothing(_ missing: [String]) -> Failure {
        let names = missing.joined(separator: ", ")
        return Failure(
            .badInput,
            "the profile has nothing that \(session.domain.text) asks for"
                + (names.isEmpty ? "" : ": \(TerminalText.escape(names))"))
    }
}
