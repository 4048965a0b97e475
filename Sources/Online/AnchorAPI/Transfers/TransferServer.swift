// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar
import StellarXDR

/// An anchor's transfer service, over one of the two protocols.
///
/// - Source: SEP-6; SEP-24.
package struct TransferServer: Sendable {
    package let domain: HomeDomain
    package let `protocol`: TransferProtocol
    private let url: HTTPURL
    private let server: AnchorServer
    /// What errors call it.
    fileprivate var name: String { server.name }

    /// - Throws: `.noService` when the domain does not support the protocol.
    package init(
        _ toml: StellarToml, _ protocol: TransferProtocol, by transport: any HTTPTransport
    ) throws(AnchorError) {
        domain = toml.domain
        guard let url = try toml.endpoint(`protocol`.field) else {
            throw toml.noService("transfers by \(`protocol`.title)", `protocol`.field)
        }
        self.protocol = `protocol`
        self.url = url
        server = AnchorServer(domain: domain, transport: transport, name: "\(domain.text) (\(`protocol`.title))")
    }

    /// The anchor's offers by asset; requires no login.
    ///
    /// - Throws: the errors of `AnchorServer.ask`.
    /// - Source: SEP-6 §Info, SEP-24 §Info.
    package func info() throws(AnchorError) -> TransferInfo {
        let answer = try server.ask(HTTPRequest(url.appending("info"), sizeLimit: AnchorServer.sizeLimit))
        return TransferInfo(answer, of: server.name)
    }

    /// Begins a transfer.
    ///
    /// - Throws: the errors of `AnchorServer.ask`, including `.customerInfoNeeded` and `.customerStatus`.
    package func start(_ request: TransferRequest, token: AccessToken) throws(AnchorError) -> StartedTransfer {
        let answer: JSON
        switch `protocol` {
        case .sep6:
            answer = try start(request, asset: request.assetCode, token)
        case .sep24:
            var form = MultipartForm()
            for field in request.form { form.add(field.name, field.value) }
            answer = try server.ask(
                HTTPRequest(
                    .post, url.appending("transactions", request.kind.endpoint, "interactive"), headers: [form.header],
                    body: form.bytes, sizeLimit: AnchorServer.sizeLimit), token: token)
        }
        return try StartedTransfer(answer, by: self)
    }

    private func start(_ request: TransferRequest, asset: String, _ token: AccessToken) throws(AnchorError) -> JSON {
        let endpoint = request.kind.endpoint + (request.otherAsset == nil ? "" : "-exchange")
        var question = HTTPRequest(
            url.appending(endpoint, query: request.query(asset: asset)), sizeLimit: AnchorServer.sizeLimit)
        // This GET begins a transfer: sent twice, it would begin two.
        question.mayRepeat = false
        do throws(AnchorError) {
            return try server.ask(question, token: token)
        } catch {
            // The current SEP-6 requires the code alone. Servers of older versions require the form of SEP-38 here too,
            // and name the invalid field before anything is begun.
            guard case .refused(_, 400, let reason) = error, request.otherAsset != nil,
                reason.contains(request.assetField), let name = request.assetName, name != asset
            else { throw error }
            return try start(request, asset: name, token)
        }
    }

    /// The fee of a transfer, as the anchor computes it.
    ///
    /// - Source: SEP-6 §Fee.
    package func fee(
        of kind: TransferKind, code: String, method: String?, amount: DecimalText, token: AccessToken?
    ) throws(AnchorError) -> DecimalText {
        var query = [("operation", kind.endpoint), ("asset_code", code), ("amount", amount.text)]
        if let method { query.append(("type", method)) }
        let answer = try server.ask(
            HTTPRequest(url.appending("fee", query: query), sizeLimit: AnchorServer.sizeLimit), token: token)
        try AmountFields.check(answer, ["fee"], of: "its answer", at: server.name)
        guard let fee = DecimalText(answer["fee"]), fee.isExact else {
            throw .broken(domain: server.name, reason: "its answer has no usable fee")
        }
        return fee
    }

    /// The transfer with that id.
    ///
    /// - Parameters:
    ///   - id: the anchor's id.
    ///   - kind: the kind that is meant; an anchor may give a deposit and a withdrawal one id, and answer with either.
    ///   - code: the asset's code, to find the other of the two in the list of its transfers; nil if it is not known.
    ///   - account: whose transfers these are.
    /// - Returns: the transfer that the anchor names if it has none of that kind.
    package func transfer(
        id: String, kind: TransferKind?, code: String?, account: String, token: AccessToken
    ) throws(AnchorError) -> Transfer {
        let transfer = try transfer(id: id, token: token)
        guard let kind, let named = transfer.kind, named != kind, let code = code ?? transfer.assetCode else {
            return transfer
        }
        let listed = try? transfers(code: code, kind: kind, account: account, token: token)
        return (listed ?? []).lazy.compactMap(\.transfer).first { $0.id == id && $0.kind == kind } ?? transfer
    }

    private func transfer(id: String, token: AccessToken) throws(AnchorError) -> Transfer {
        let answer = try server.ask(
            HTTPRequest(url.appending("transaction", query: [("id", id)]), sizeLimit: AnchorServer.sizeLimit),
            token: token)
        guard let document = answer["transaction"] else {
            throw .broken(domain: server.name, reason: "its answer has no transaction")
        }
        let transfer = try Transfer(document, of: server.name)
        guard transfer.id == id else {
            throw .broken(domain: server.name, reason: "its answer is about another transaction")
        }
        return transfer
    }

    /// Updates fields of a transfer that the anchor requests again.
    ///
    /// - Source: SEP-6 §Update.
    package func update(
        id: String, _ fields: [(name: String, value: String)], token: AccessToken
    ) throws(AnchorError) {
        let body: JSON = ["transaction": .object(JSONObject(fields.map { ($0.name, .string($0.value)) }))]
        let request = HTTPRequest(
            .patch, url.appending("transactions", id), headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(body.text().utf8), sizeLimit: AnchorServer.sizeLimit)
        _ = try server.ask(request, token: token, takesEmpty: true)
    }

    /// The latest transfers, newest first as the anchor lists them, each read alone.
    package func transfers(
        code: String, kind: TransferKind? = nil, limit: Int = 50, account: String, token: AccessToken
    ) throws(AnchorError) -> [ListedTransfer] {
        var query = [("asset_code", code), ("limit", String(limit)), ("account", account)]
        if let kind { query.append(("kind", kind.rawValue)) }
        let answer = try server.ask(
            HTTPRequest(url.appending("transactions", query: query), sizeLimit: AnchorServer.sizeLimit), token: token)
        guard let rows = answer["transactions"]?.asArray else {
            throw .broken(domain: name, reason: "its answer has no transactions")
        }
        return rows.map { row in
            do throws(AnchorError) { return .read(try Transfer(row, of: name)) } catch { return .unread(row, error) }
        }
    }
}

/// An element of an anchor's list of transfers.
package enum ListedTransfer: Sendable {
    case read(Transfer)
    /// The anchor's document, and why it cannot be read.
    case unread(JSON, AnchorError)

    package var transfer: Transfer? { if case .read(let transfer) = self { transfer } else { nil } }

    package var document: JSON {
        switch self {
        case .read(let transfer): transfer.document
        case .unread(let document, _): document
        }
    }
}

/// A transfer that an anchor has accepted.
package struct StartedTransfer: Sendable {
    /// The anchor's id; nil when the anchor keeps no record that can be queried.
    package let id: String?
    /// The URL of the anchor's interactive page, if there is one.
    package let page: HTTPURL?
    /// The anchor's complete document.
    package let document: JSON

    init(_ document: JSON, by server: TransferServer) throws(AnchorError) {
        self.document = document
        let name = server.name
        try AmountFields.check(document, AmountFields.started, of: "its answer", at: name)
        switch document["id"] {
        case .string(let text)? where !text.isEmpty: id = text
        case .number(let literal)?: id = literal
        default: id = nil
        }
        guard (id?.utf8.count ?? 0) <= Transfer.limit else {
            throw .broken(domain: name, reason: "the id that it gave is longer than \(Transfer.limit) bytes")
        }
        guard server.protocol == .sep24 else {
            page = nil
            return
        }
        guard let text = document["url"]?.asString, id != nil else {
            throw .broken(domain: name, reason: "it names no page to go to")
        }
        do throws(HTTPURLError) { page = try HTTPURL(text) } catch {
            throw .broken(domain: name, reason: "its page cannot be opened: \(error.message)")
        }
    }

    /// The payment instructions for a deposit, keyed by SEP-9 field, or else the anchor's free text.
    package var instructions: [(name: String, value: String, about: String)] {
        (document["instructions"]?.asObject?.members ?? []).compactMap { member in
            guard let value = member.value["value"]?.asString else { return nil }
            return (member.key, value, member.value["description"]?.asString ?? "")
        }
    }
}
