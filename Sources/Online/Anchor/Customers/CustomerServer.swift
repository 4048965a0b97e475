// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import Stellar
import StellarXDR
package import TextCodec

/// What an anchor knows about its customers.
///
/// - Source: SEP-12.
package struct CustomerServer: Sendable {
    package let domain: HomeDomain
    private let url: HTTPURL
    private let server: AnchorServer

    /// A picture or other file that is sent as a field.
    package struct File: Sendable {
        package let field: String
        package let name: String
        package let type: String
        package let content: [UInt8]

        package init(field: String, name: String, type: String, content: [UInt8]) {
            self.field = field
            self.name = name
            self.type = type
            self.content = content
        }
    }

    /// What the customer is asked for, or knew by.
    package struct Query: Sendable {
        package var id: String?
        /// What for, as in the anchor's info.
        package var type: String?
        /// The transfer that it is about.
        package var transferID: String?

        package init(id: String? = nil, type: String? = nil, transferID: String? = nil) {
            self.id = id
            self.type = type
            self.transferID = transferID
        }

        fileprivate var pairs: [(name: String, value: String)] {
            [("id", id), ("type", type), ("transaction_id", transferID)].compactMap { pair in
                pair.1.map { (name: pair.0, value: $0) }
            }
        }
    }

    /// - Throws: `.noService` where the domain wants to know nothing.
    package init(_ toml: StellarToml, by transport: any HTTPTransport) throws(AnchorError) {
        domain = toml.domain
        var found = try toml.endpoint("KYC_SERVER")
        if found == nil { found = try toml.endpoint("TRANSFER_SERVER") }
        guard let found else { throw .noService(domain: domain.text, what: "customer data", field: "KYC_SERVER") }
        url = found
        server = AnchorServer(domain: domain, transport: transport)
    }

    /// What the anchor knows, and what it still wants.
    package func customer(
        _ query: Query, of client: WebAuthClient, token: AccessToken
    ) throws(AnchorError) -> Customer {
        let answer = try server.ask(
            HTTPRequest(
                url.appending("customer", query: query.pairs + Self.who(client)), sizeLimit: AnchorServer.sizeLimit),
            token: token)
        return try Customer(answer, of: domain.text)
    }

    /// Gives the anchor fields of SEP-9. Files go in the same request.
    ///
    /// - Returns: the customer's id.
    package func put(
        _ fields: [(name: String, value: String)], files: [File], _ query: Query, of client: WebAuthClient,
        token: AccessToken
    ) throws(AnchorError) -> String {
        var form = MultipartForm()
        for pair in query.pairs + Self.who(client) + fields { form.add(pair.name, pair.value) }
        // Last: a server may read the rest before it takes in what is large.
        for file in files { form.add(file.field, file: file.content, named: file.name, type: file.type) }
        let answer = try server.ask(
            HTTPRequest(
                .put, url.appending("customer"), headers: [form.header], body: form.bytes,
                timeouts: HTTPTimeouts(total: .seconds(120)), sizeLimit: AnchorServer.sizeLimit), token: token)
        guard let id = answer["id"]?.asString, !id.isEmpty else {
            throw .broken(domain: domain.text, reason: "it does not say which customer this is")
        }
        return id
    }

    /// Has the anchor forget all about the customer.
    package func delete(_ client: WebAuthClient, token: AccessToken) throws(AnchorError) {
        let memo = Self.who(client).filter { $0.name != "account" }
        let request = HTTPRequest(
            .delete, url.appending("customer", client.account.address),
            headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(JSON.object(JSONObject(memo.map { ($0.name, .string($0.value)) })).text().utf8),
            sizeLimit: AnchorServer.sizeLimit)
        _ = try server.ask(request, token: token, takesEmpty: true)
    }

    /// The same that the token says; servers that are older than that look for it here.
    private static func who(_ client: WebAuthClient) -> [(name: String, value: String)] {
        let memo = client.memo.map { [("memo", String($0)), ("memo_type", "id")] } ?? []
        return [("account", client.account.address)] + memo
    }
}

/// What an anchor says about one customer.
package struct Customer: Sendable {
    package let document: JSON
    /// `ACCEPTED`, `PROCESSING`, `NEEDS_INFO` or `REJECTED`.
    package let status: String
    package var id: String? { document["id"]?.asString }
    package var message: String? { document["message"]?.asString }

    package static let statuses = ["ACCEPTED", "PROCESSING", "NEEDS_INFO", "REJECTED"]

    init(_ document: JSON, of domain: String) throws(AnchorError) {
        guard let status = document["status"]?.asString, Self.statuses.contains(status) else {
            throw .broken(domain: domain, reason: "the customer has no status")
        }
        self.document = document
        self.status = status
    }

    /// A field that is wanted or was given.
    package struct Field: Sendable {
        package let name: String
        package let document: JSON
        package var isOptional: Bool { document["optional"]?.asBool ?? false }
        package var type: String { document["type"]?.asString ?? "string" }
        package var about: String { document["description"]?.asString ?? "" }
        package var choices: [String] { document["choices"]?.asArray?.compactMap(\.asString) ?? [] }

        /// Why a value cannot be what is asked for; nil when it can.
        package func objection(to value: String) -> String? {
            if let objection = CustomerField.objection(to: value, of: name) { return objection }
            guard choices.isEmpty || choices.contains(value) else {
                return "it is not one of \(choices.joined(separator: ", "))"
            }
            switch type {
            case "date" where !CustomerField.isDate(value): return "it is not a date such as 1990-12-31"
            case "number" where DecimalText(value) == nil: return "it is not a number"
            default: return nil
            }
        }

        /// Whether it is a file.
        package var isFile: Bool { type == "binary" || CustomerField.files.contains(name) }

        /// Of a field that was given: `ACCEPTED`, `PROCESSING`, `REJECTED` or `VERIFICATION_REQUIRED`.
        package var status: String? { document["status"]?.asString }
        package var error: String? { document["error"]?.asString }
    }

    package var wanted: [Field] { fields("fields") }
    package var given: [Field] { fields("provided_fields") }

    /// What has to be given before it goes on: fields that are not optional, and codes for what has to be verified.
    package var missing: [String] {
        wanted.filter { !$0.isOptional }.map(\.name)
            + given.filter { $0.status == "VERIFICATION_REQUIRED" }.map { $0.name + "_verification" }
            + given.filter { $0.status == "REJECTED" }.map(\.name)
    }

    private func fields(_ part: String) -> [Field] {
        (document[part]?.asObject?.members ?? []).map { Field(name: $0.key, document: $0.value) }
    }
}
