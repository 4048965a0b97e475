// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
import Stellar
import StellarXDR

/// An anchor's customer data service.
///
/// - Source: SEP-12.
package struct CustomerServer: Sendable {
    package let domain: HomeDomain
    private let url: HTTPURL
    private let server: AnchorServer

    /// An image or other file that is sent as a field.
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

    /// The customer and the purpose of a request.
    package struct Query: Sendable {
        package var id: String?
        /// The customer type, as in the anchor's info.
        package var type: String?
        /// The id of the transfer that requires the data.
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

    /// - Throws: `.noService` when the domain has no such service.
    package init(_ toml: StellarToml, by transport: any HTTPTransport) throws(AnchorError) {
        domain = toml.domain
        var found = try toml.endpoint("KYC_SERVER")
        if found == nil { found = try toml.endpoint("TRANSFER_SERVER") }
        guard let found else { throw toml.noService("customer data", "KYC_SERVER") }
        url = found
        server = AnchorServer(domain: domain, transport: transport)
    }

    /// The customer's status, with the fields given and those still required.
    package func customer(
        _ query: Query, of client: WebAuthClient, token: AccessToken
    ) throws(AnchorError) -> Customer {
        let answer = try server.ask(
            HTTPRequest(
                url.appending("customer", query: query.pairs + Self.who(client)), sizeLimit: AnchorServer.sizeLimit),
            token: token)
        return try Customer(answer, of: domain.text)
    }

    /// Sends SEP-9 fields to the anchor, with files in the same request.
    ///
    /// - Returns: the customer's id.
    package func put(
        _ fields: [(name: String, value: String)], files: [File], _ query: Query, of client: WebAuthClient,
        token: AccessToken
    ) throws(AnchorError) -> String {
        var form = MultipartForm()
        for pair in query.pairs + Self.who(client) + fields { form.add(pair.name, pair.value) }
        // Files come last: a server may read the other fields before it accepts large ones.
        for file in files { form.add(file.field, file: file.content, named: file.name, type: file.type) }
        let answer = try server.ask(
            HTTPRequest(
                .put, url.appending("customer"), headers: [form.header], body: form.bytes,
                timeouts: HTTPTimeouts(total: .seconds(120)), sizeLimit: AnchorServer.sizeLimit), token: token)
        guard let id = answer["id"].flatMap(AnchorValue.id), !id.isEmpty else {
            throw .broken(
                domain: domain.text,
                reason: "it does not say which customer this is: its answer \(AnchorValue.fault(of: "id", in: answer))")
        }
        return id
    }

    /// Asks the anchor to delete the customer's data.
    package func delete(_ client: WebAuthClient, token: AccessToken) throws(AnchorError) {
        let memo = Self.who(client).filter { $0.name != "account" }
        let request = HTTPRequest(
            .delete, url.appending("customer", client.account.address),
            headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(JSON.object(JSONObject(memo.map { ($0.name, .string($0.value)) })).text().utf8),
            sizeLimit: AnchorServer.sizeLimit)
        _ = try server.ask(request, token: token, takesEmpty: true)
    }

    /// The account and memo, which the token also contains; older servers expect them here.
    private static func who(_ client: WebAuthClient) -> [(name: String, value: String)] {
        let memo = client.memo.map { [("memo", String($0)), ("memo_type", "id")] } ?? []
        return [("account", client.account.address)] + memo
    }
}

/// A `multipart/form-data` body with fields and files.
///
/// - Source: RFC 7578.
struct MultipartForm {
    private var body: [UInt8] = []
    private let boundary: String

    init() {
        var generator = SystemRandomNumberGenerator()
        // 128 random bits, which no content contains by chance.
        boundary = "coldstar-" + Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    mutating func add(_ name: String, _ value: String) { add(name, Array(value.utf8), "") }

    mutating func add(_ name: String, file: [UInt8], named fileName: String, type: String) {
        add(name, file, "; filename=\"\(Self.escape(fileName))\"\r\nContent-Type: \(type)")
    }

    private mutating func add(_ name: String, _ content: [UInt8], _ more: String) {
        body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(name))\"\(more)\r\n\r\n".utf8
        body += content
        body += "\r\n".utf8
    }

    var header: HTTPHeader { HTTPHeader("Content-Type", "multipart/form-data; boundary=\(boundary)") }

    var bytes: [UInt8] { body + Array("--\(boundary)--\r\n".utf8) }

    /// The text with quotes and line breaks escaped as browsers do.
    private static func escape(_ text: String) -> String {
        text.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
