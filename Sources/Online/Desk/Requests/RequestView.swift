// SPDX-License-Identifier: Apache-2.0

import Codec

/// The page of a request, as its state decides what it shows.
struct RequestView {
    let hash: String
    let words: String
    /// None for what is no transaction for the network.
    let steps: [StepView]
    let review: ReviewView
    let notices: [PartView]
    let codes: LoopView?
    let signatures: FetchedParts?
    let checks: FetchedParts?
    let canSubmit: Bool
    let canResume: Bool
    /// What the running submission waits for.
    let progress: String?
    let failure: MessageView?
    /// How it ended; nil while it is not settled.
    let outcome: MessageView?
    let hasFailed: Bool
    let events: [PartView]
    let canForget: Bool
    let canReplace: Bool
    let scan: ScanPanel?
    /// The signed transaction can be downloaded.
    let isSigned: Bool
    /// The page of the withdrawal that this pays.
    let transfer: String?
    let network: String
    /// The token of the session's forms.
    let token: String

    private var path: String { "/requests/\(hash)" }

    var html: HTML {
        HTML {
            state
            tag(.div, .class("columns request")) {
                tag(.div) {
                    card("review", "What it does") {
                        notices.html
                        review.html
                    }
                    progressParts
                    files
                    if canForget { forgetForm }
                    if canReplace { replaceForms }
                }
                tag(.div) {
                    card("words", "Check words") { checkWords(words, hash: hash) }
                    codes?.html
                    scan?.html(token: token)
                    tag(.section, .class("card late"), .live("events"), .id("events-section")) {
                        tag(.h2) { "Events" }
                        events.html
                    }
                }
            }
        }
    }

    private var state: HTML {
        tag(.div, .live("state"), .id("state-section"), .test("progress")) {
            if !steps.isEmpty { steps.html }
            failure?.html
            if let progress {
                notice(.neutral, .role("status"), .id("progress"), .data("progress", hash)) { progress }
            }
            outcome.map { Self.outcome($0, hasFailed ? .bad : .good) }
            if let transfer { related { tag(.a, .href(Href(transfer))) { "The withdrawal that this pays" } } }
        }
    }

    static func outcome(_ message: MessageView, _ tone: TextTone) -> HTML {
        tag(.div, .class("notice tone-\(tone.name)"), .role("status"), .test("outcome")) {
            tag(.p) { message.text }
            if let hint = message.hint { tag(.p, .class("hint")) { hint.html } }
        }
    }

    private var progressParts: HTML {
        tag(
            .section, .class("card late"), .live("signatures"), .id("signatures-section"),
            .aria("labelledby", "signatures-heading")
        ) {
            if let signatures {
                tag(.h2, .id("signatures-heading")) { "Signatures" }
                tag(.div, .test("signatures")) { signatures.html }
            }
            if let checks {
                tag(.h2) { "Checks" }
                tag(.div, .test("checks")) { checks.html }
            }
            if canSubmit {
                postForm(Href("\(path)/submit"), token: token) {
                    actions { submitButton("Submit to \(network)", .class("primary"), .test("submit")) }
                }
            }
            if canResume {
                postForm("/resume", token: token) {
                    tag(.p) { "Its outcome is not known yet. Do not build it again." }
                    actions { submitButton("Continue with it", .class("primary"), .test("resume")) }
                }
            }
        }
    }

    private var files: HTML {
        tag(.section, .class("card late")) {
            tag(.h2) { "Files" }
            actions {
                button("Download the request", to: Href("\(path)/request.json"))
                " "
                if isSigned { button("Download the signed transaction", to: Href("\(path)/transaction.xdr")) }
            }
        }
    }

    private var forgetForm: HTML {
        tag(.details, .class("more late")) {
            tag(.summary) { "Forget this request" }
            postForm(Href("\(path)/forget"), token: token) {
                tag(.p) {
                    "Its sequence number is free again. Destroy every copy that was carried over: once signed, it can still be submitted."
                }
                actions { submitButton("Forget it", .class("danger")) }
            }
        }
    }

    private var replaceForms: HTML {
        tag(.details, .class("more late")) {
            tag(.summary) { "Cancel it, or pay a higher fee" }
            postForm(Href("\(path)/cancel"), token: token) {
                tag(.p) { "Builds a transaction with the same sequence number that does nothing." }
                actions { submitButton("Build the cancellation") }
            }
            postForm(Href("\(path)/fee-bump"), token: token) {
                field(
                    "fee-source", "Account that pays the fee",
                    tag(.input, .id("fee-source"), .name("fee-source"), .required, .noAutocomplete))
                field(
                    "max-fee", "Maximum total fee in stroops",
                    tag(
                        .input, .id("max-fee"), .name("max-fee"), .required, .inputMode("numeric"), .noAutocomplete))
                actions { submitButton("Build the fee bump") }
            }
        }
    }
}

/// The panel with camera, pictures and text.
struct ScanPanel {
    /// What a response is expected to. The panel's form carries it, so that an error is shown on the page that has the panel.
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
