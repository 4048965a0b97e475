// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Handoff
import Journal
import Markup
package import Stellar
import Synchronization
package import Workspace

/// The online side as pages: what the browser asks for becomes calls of the libraries that the command-line programs
/// use, and their results become pages. It keeps no state of its own that matters: everything that must survive is in
/// the journal.
package final class Desk: Sendable {
    package struct Settings: Sendable {
        package var context: OnlineContext
        package var network: Network
        /// The present.
        package var clock: @Sendable () -> Timestamp
        /// The user's own account, as `$STELLAR_ACCOUNT` or the configuration names it; nil for none.
        package var account: String?
        /// The home domain of the user's anchor, as the configuration names it; nil for none.
        package var homeDomain: String?
        /// Starts the process that decodes pictures.
        package var decoder: any PictureDecoding
        /// The path to which the address with the key leads.
        package var firstPage = "/"
        /// Where another program of this user leaves a new key; nil for nowhere.
        package var entrance: (any DeskEntrance)?

        package init(
            context: OnlineContext, network: Network, account: String?, clock: @escaping @Sendable () -> Timestamp,
            decoder: some PictureDecoding, homeDomain: String? = nil
        ) {
            self.context = context
            self.network = network
            self.account = account
            self.clock = clock
            self.decoder = decoder
            self.homeDomain = homeDomain
        }
    }

    let settings: Settings
    package let changes = ChangeFeed()
    let jobs: JobQueue
    let scans: ScanBoard
    let carried = CarriedEnvelopes()
    let notices = NoticeBoard()
    let histories = HistoryCache()
    let sheets = SheetBoard()
    let transfers = TransferBoard()
    let ramps = RampBoard()
    private let gate: Mutex<DeskGuard>
    /// The journal that was read last, so that its connection stays open.
    private let reader = Mutex<(any OnlineJournal)?>(nil)
    /// The token of the session's forms.
    let token: String

    package init(_ settings: Settings, guard gate: DeskGuard) {
        self.settings = settings
        token = gate.token
        self.gate = Mutex(gate)
        jobs = JobQueue(changes)
        scans = ScanBoard(settings.decoder)
    }

    /// Ends what runs beside the pages, so that the server can stop. Submissions end with the process; the journal has
    /// them.
    package func close() {
        changes.close()
        scans.close()
    }

    var context: OnlineContext { settings.context }
    var network: Network { settings.network }
    var choice: NetworkSelection { NetworkSelection(settings.network) }
    var now: Timestamp { settings.clock() }
    var seconds: Int64 { Int64(clamping: now.seconds) }

    /// The existing journal, for reading; nil when there is none. It is opened again only if its file was replaced.
    func existingJournal() throws(Failure) -> (any OnlineJournal)? {
        let journal = try context.existingJournal()
        reader.withLock { $0 = journal }
        return journal
    }

    /// All contacts, by name.
    func contacts() throws(Failure) -> [Contact] { try Contacts.all(in: try existingJournal()) }

    // MARK: requests

    /// The largest body, in bytes, that is read for a request: none where the guard refuses it.
    package func bodyLimit(of request: DeskRequest) -> Int {
        guard request.method == .post else { return 0 }
        // The token is among the fields, or in a header: the rest is checked before a body is read.
        var copy = gate.withLock { $0 }
        guard copy.check(request, token: token) == .allowed else { return 0 }
        return request.path == "/batch" ? Self.largestSheet : Self.largestBody
    }

    private static let largestBody = 17 << 20
    private static let largestSheet = 64 << 20

    /// The response to a request. May use the network and wait for it.
    package func answer(_ request: DeskRequest) -> DeskResponse {
        var response = respond(to: request)
        // A page that frames another origin has headers of its own.
        let own = Set(response.headers.map(\.name))
        response.headers += DeskGuard.headers.filter { !own.contains($0.name) }
        return response
    }

    private func respond(to request: DeskRequest) -> DeskResponse {
        do throws(Failure) {
            // A page that says why a form cannot be read is only for those who have access.
            let fields: Result<DeskFields, Failure>
            do throws(Failure) {
                fields = .success(request.method == .post ? try DeskFields(of: request) : DeskFields())
            } catch { fields = .failure(error) }
            switch decision(on: request, token: (try? fields.get())?["token"]) {
            case .admitted(let cookie):
                settings.entrance?.wasUsed()
                return admitted(request, cookie)
            case .refused(let refusal): return self.refusal(refusal)
            case .allowed: return try route(request, try fields.get())
            }
        } catch {
            return self.failure(error)
        }
    }

    private func decision(on request: DeskRequest, token: String?) -> DeskGuard.Decision {
        gate.withLock { gate in
            let decision = gate.check(request, token: token)
            guard decision == .refused(.key) || decision == .refused(.keyUsed), DeskGuard.key(of: request) != nil,
                let hash = settings.entrance?.takeKeyHash()
            else { return decision }
            gate.renew(keyHash: hash)
            return gate.check(request, token: token)
        }
    }

    /// A new key, which admits one browser, once. An earlier one does no longer.
    package func newKey() -> String {
        let key = DeskGuard.secret()
        gate.withLock { $0.renew(keyHash: SHA256.hash(Array(key.utf8))) }
        return key
    }

    private func admitted(_ request: DeskRequest, _ cookie: String) -> DeskResponse {
        let site = request.header("sec-fetch-site") ?? "none"
        // A browser keeps the cookie from pages of other sites, and from where they lead: a page of the desk's own goes
        // on.
        var response =
            site == "none" || site == "same-origin"
            ? DeskResponse.seeOther(settings.firstPage)
            : .html(PageFrame.entrance(to: Href(settings.firstPage)))
        response.headers.append(("Set-Cookie", cookie))
        return response
    }

    private func route(_ request: DeskRequest, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        if request.method == .get, request.path == "/", request.query["key"] != nil { return .seeOther("/") }
        guard let path = request.components else { return notFound() }
        let response =
            request.method == .post
            ? try posted(path, fields, request) : try page(path, request)
        return response ?? notFound()
    }

    // MARK: pages

    func page(
        _ title: String, in section: String?, refresh: Int? = nil, status: Int = 200,
        @HTMLBuilder _ content: () -> HTML
    ) -> DeskResponse {
        let frame = PageFrame(title: title, section: section, network: network, token: token, refresh: refresh)
        return .html(frame.html(content), status: status)
    }

    /// A page that only says something.
    func message(_ title: String, _ message: MessageView, status: Int) -> DeskResponse {
        page(title, in: nil, status: status) { message.html }
    }

    func notFound() -> DeskResponse {
        message("Not found", MessageView("there is nothing at this address", hint: nil), status: 404)
    }

    func failure(_ failure: Failure) -> DeskResponse {
        message("That did not work", MessageView(failure), status: Self.status(of: failure))
    }

    static func status(of failure: Failure) -> Int {
        switch failure.kind {
        case .usage, .badInput, .refused, .refusedByLedger, .cannotCreate: 422
        case .noInput: 404
        case .unreachable, .protocolBroken, .unknownYet: 502
        case .bug: 500
        }
    }

    private func refusal(_ refusal: DeskGuard.AccessError) -> DeskResponse {
        .html(DeskGuard.AccessError.pages[refusal] ?? .none, status: refusal == .method ? 405 : 403)
    }
}

/// Which page a path shows, and what a form does. A path that shows nothing is nil.
extension Desk {
    func page(_ path: [String], _ request: DeskRequest) throws(Failure) -> DeskResponse? {
        if let form = form(at: path) {
            let values = request.query.isEmpty ? nil : DeskFields(request.query.map { ($0.key, $0.value) })
            return try formPage(form, at: path, values: values)
        }
        switch path.first {
        case nil: return try overviewPage()
        case "assets": return path.count == 2 ? asset(path[1], request) : nil
        case "events": return path.count == 1 ? .events : nil
        case "operation": return path.count == 1 ? operationsPage() : nil
        case "requests": return try requestRoute(path, request)
        case "batch": return try batchRoute(path, request.query)
        case "scan": return path.count == 1 ? scanPage(nil) : nil
        case "accounts":
            return path.count == 1
                ? try accountSearch(request.query)
                : path.count == 2 ? try accountPage(path[1], query: request.query) : nil
        case "ramp": return try rampPages(path, request.query)
        case "anchors", "transfers": return try anchorPages(path, request)
        case "contacts": return path.count == 1 ? try contactsPage(request.query) : nil
        case "statement": return path.count == 1 ? try statementPage(request.query) : nil
        case "signers":
            guard path.count == 1 else { return nil }
            return try signersPage(
                values: request.query.isEmpty ? nil : DeskFields(request.query.map { ($0.key, $0.value) }))
        case "history":
            return path.count == 1
                ? try historyPage(request.query)
                : path == ["history", "export.jsonl"] ? try historyExport(request.query) : nil
        default: return nil
        }
    }

    private func requestRoute(_ path: [String], _ request: DeskRequest) throws(Failure) -> DeskResponse? {
        switch path.count {
        case 1: return try requestsPage()
        case 2: return try requestPage(path[1], query: request.query)
        case 3:
            switch path[2] {
            case "loop.json", "loop.svg": return try loop(path[1], as: path[2], query: request.query)
            case "request.json": return try download(path[1], .request)
            case "transaction.xdr": return try download(path[1], .xdr)
            case "transaction.txt": return try download(path[1], .txrep)
            default: return nil
            }
        default: return nil
        }
    }

    func posted(_ path: [String], _ fields: DeskFields, _ request: DeskRequest) throws(Failure) -> DeskResponse? {
        if let form = form(at: path) { return try build(form, at: path, fields) }
        if path.last == "check", let form = form(at: path.dropLast()) { return check(form, fields) }
        switch path.first {
        case "requests" where path.count == 3: return try requestForm(path[1], path[2], fields)
        case "batch" where path.count == 1: return try buildBatch(fields)
        case "signers" where path.count == 1: return try buildSigners(fields)
        case "batch" where path.count == 4 && path[3] == "submit": return try submitBatch(path[1], path[2])
        case "batch" where path.count == 4 && path[3] == "rebuild": return try rebuildBatch(path[1], path[2], fields)
        case "resume" where path.count == 1: return try resume()
        case "scan": return try scanForm(Array(path.dropFirst()), fields, request)
        case "accounts" where path.count == 3: return try accountForm(path[1], path[2])
        case "anchors" where path.count == 1: return try openAnchor(fields)
        case "anchors" where path.count == 3: return try anchorForm(path[2], at: path[1], fields)
        case "transfers" where path.count == 4 && path[2] == "window" && path[3] == "event":
            return try anchorWindowEvent(path[1], fields)
        case "transfers" where path.count == 3: return try transferForm(path[2], of: path[1], fields)
        case "ramp": return try rampForms(path, fields)
        case "contacts" where path.count <= 2: return try contactsForm(path.count == 2 ? path[1] : "", fields)
        default: return nil
        }
    }

    private func requestForm(_ hash: String, _ action: String, _ fields: DeskFields) throws(Failure) -> DeskResponse? {
        do throws(Failure) {
            switch action {
            case "submit": return try submit(hash)
            case "forget": return try forget(hash)
            case "cancel": return try cancel(hash)
            case "fee-bump": return try feeBump(hash, fields)
            case "rebuild": return try rebuild(hash)
            case "repeat": return try repeated(hash, fields)
            default: return nil
            }
        } catch {
            return try requestPage(hash, query: [:], failure: error)
        }
    }

    private func asset(_ name: String, _ request: DeskRequest) -> DeskResponse? {
        guard let file = EmbeddedFile.assets[name] else { return nil }
        let headers = [("Content-Type", file.type), ("ETag", file.tag)].map { (name: $0.0, value: $0.1) }
        guard request.header("if-none-match") != file.tag else { return DeskResponse(304, headers: headers) }
        return DeskResponse(200, headers: headers, body: .bytes(file.content))
    }
}
