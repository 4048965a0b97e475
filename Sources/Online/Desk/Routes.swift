// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Handoff

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
        case "batch" where path.count == 4 && path[3] == "submit": return try submitBatch(path[1], path[2])
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

/// A file that is part of the program: pages and scripts cannot be swapped apart from it.
struct EmbeddedFile: Sendable {
    let content: [UInt8]
    let type: String
    /// Changes with the content, for the browser's cache.
    let tag: String

    private init(_ content: [UInt8], _ type: String) {
        self.content = content
        self.type = type
        tag = "\"\(Hex.encode(Array(SHA256.hash(content).prefix(8))))\""
    }

    /// What `/assets/NAME` serves.
    static let assets: [String: EmbeddedFile] = [
        "desk.css": EmbeddedFile(PackageResources.desk_css, "text/css; charset=utf-8"),
        "pages.css": EmbeddedFile(PackageResources.pages_css, "text/css; charset=utf-8"),
        "charts.css": EmbeddedFile(PackageResources.charts_css, "text/css; charset=utf-8"),
        "desk.js": script(PackageResources.desk_js), "page.js": script(PackageResources.page_js),
        "loop.js": script(PackageResources.loop_js),
        "scan.js": script(PackageResources.scan_js), "live.js": script(PackageResources.live_js),
        "forms.js": script(PackageResources.forms_js), "interactive.js": script(PackageResources.interactive_js),
    ]

    private static func script(_ content: [UInt8]) -> EmbeddedFile {
        EmbeddedFile(content, "text/javascript; charset=utf-8")
    }
}
