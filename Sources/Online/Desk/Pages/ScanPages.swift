// SPDX-License-Identifier: Apache-2.0

import Codec
import Markup

/// The page that takes in whatever crosses the gap.
extension Desk {
    func scanPage(_ failure: Failure?, text: String = "") -> DeskResponse {
        page("Scan", in: "scan", status: failure.map(Self.status(of:)) ?? 200) {
            if let failure { MessageView(failure).html }
            tag(.p) {
                "Hold a QR code in front of the camera, drop a picture or a video, or paste text: a response, a signed transaction, a login, an address, a payment link. Its page opens."
            }
            ScanPanel(heading: "Anything that crosses the gap", text: text).html(token: token)
        }
    }

    /// - Parameter path: without its first part.
    func scanForm(_ path: [String], _ fields: DeskFields, _ request: DeskRequest) throws(Failure) -> DeskResponse? {
        switch (path.count, path.last) {
        case (0, _): return takeIn(fields)
        case (1, "sessions"): return scanAnswer { () throws(Failure) in ["session": .string(try scans.begin())] }
        case (3, "frames") where path[0] == "sessions": return frame(request.body, path[1])
        case (3, "end") where path[0] == "sessions":
            scans.end(path[1])
            return .json([:])
        default: return nil
        }
    }

    /// The form: pictures, a document, or text.
    private func takeIn(_ fields: DeskFields) -> DeskResponse {
        do throws(Failure) {
            let files = fields.files("image").map(\.content)
            if files.count == 1, !ScanBoard.isPicture(files[0]) {
                return .seeOther(try take(in: files[0], origin: "the file"))
            }
            if !files.isEmpty {
                let lines = try scans.read(files).flatMap { $0 }
                return .seeOther(try take(in: Array(lines.joined(separator: "\n").utf8), origin: "the picture"))
            }
            guard let text = fields["text"] else {
                throw Failure(.usage, "nothing was given", hint: "choose a picture or a file, or paste the text")
            }
            return .seeOther(try take(in: Array(text.utf8), origin: "the text"))
        } catch {
            let subject = fields["about"].map { ScanPanel.Subject(formText: $0) }
            if let subject, let page = try? page(about: subject, failure: error) { return page }
            return scanPage(error, text: fields["text"] ?? "")
        }
    }

    /// The page on which the scan panel stands, with what is wrong.
    ///
    private func page(about subject: ScanPanel.Subject, failure: Failure) throws(Failure) -> DeskResponse? {
        switch subject {
        case .request(let hash): try requestPage(hash, query: [:], failure: failure)
        case .rampSession(let number): try rampSession(number, failure: failure)
        }
    }

    private func frame(_ picture: [UInt8], _ id: String) -> DeskResponse {
        guard ScanBoard.isPicture(picture) else {
            return .json(["error": "a frame is a PNG or JPEG picture"], status: 415)
        }
        switch scans.offer(picture, to: id) {
        case .unknown: return .json(["error": "this scan has ended"], status: 404)
        case .busy: return .json(["error": "frames arrive faster than they are read"], status: 429)
        case .progress(let progress):
            var members = JSONObject()
            if let text = progress.text { members["progress"] = .string(text) }
            if progress.total > 0 {
                members["done"] = .integer(progress.done)
                members["total"] = .integer(progress.total)
            }
            if let note = progress.note { members["note"] = .string(note) }
            if let lines = progress.handoff {
                return scanAnswer { () throws(Failure) in
                    let place = try take(in: Array(lines.joined(separator: "\n").utf8), origin: "the code")
                    scans.end(id)
                    members["location"] = .string(place)
                    return .object(members)
                }
            }
            if progress.hasEnded { members["error"] = .string(progress.note ?? "the decoder has ended") }
            return .json(.object(members), status: progress.hasEnded ? 422 : 200)
        }
    }

    private func scanAnswer(_ work: () throws(Failure) -> JSON) -> DeskResponse {
        do throws(Failure) { return .json(try work()) } catch {
            let text = error.wording.pageText + (error.hint.map { " (\($0.pageText))" } ?? "")
            return .json(["error": .string(text)], status: Self.status(of: error))
        }
    }
}

/// The panel with camera, pictures and text.
struct ScanPanel {
    /// What a response is expected to. The panel's form carries it, so that an error is shown on the page that has the
    /// panel.
    enum Subject {
        /// A request, by its hash.
        case request(String)
        case rampSession(String)

        private static let session = "ramp/"

        init(formText text: String) {
            self =
                text.hasPrefix(Self.session)
                ? .rampSession(String(text.dropFirst(Self.session.count))) : .request(text)
        }

        var formText: String {
            switch self {
            case .request(let hash): hash
            case .rampSession(let number): Self.session + number
            }
        }
    }

    /// What is expected, for the heading.
    let heading: String
    /// Nil where anything is expected.
    var about: Subject?
    /// What was pasted and could not be read.
    var text = ""

    func html(token: String) -> HTML {
        tag(
            .section, .class("scan card"), .data("scan", "/scan/sessions"), .id("scan"),
            .aria("labelledby", "scan-heading")
        ) {
            tag(.h2, .id("scan-heading")) { heading }
            postForm("/scan", token: token, .multipart) {
                hidden("about", about?.formText ?? "")
                field(
                    "scan-image", "Picture, video or file",
                    tag(
                        .input, .id("scan-image"), .type("file"), .name("image"),
                        .accept("image/png,image/jpeg,video/*,.json,.xdr,.txt"), .multiple))
                field(
                    "scan-text", "Or paste text",
                    tag(.textarea, .id("scan-text"), .name("text"), .rows(3), .noCapitals, .noSpellcheck) { text })
                actions { submitButton("Read") }
            }
        }
    }
}
