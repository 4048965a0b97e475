// SPDX-License-Identifier: Apache-2.0

/// A step of a transaction or a transfer.
struct StepView: Hashable, Sendable {
    enum State: String, Hashable, Sendable { case done, now, todo, failed }

    let label: String
    let detail: String
    let state: String

    init(_ label: String, _ detail: String, _ state: State) {
        self.label = label
        self.detail = detail
        self.state = state.rawValue
    }
}

/// Text parts that a job fetches: they are there, or it is running, or it has failed.
struct FetchedParts: Hashable, Sendable {
    let parts: [PartView]
    let isRunning: Bool
    let failure: MessageView?

    init(_ known: JobBoard.Known<[PartView]>) {
        parts = known.value ?? []
        isRunning = known.isRunning && known.result == nil
        failure = known.failure.map { MessageView($0) }
    }
}

/// The page of a request.
struct RequestView {
    struct Choice {
        let value: String
        let label: String
        let isSelected: Bool
    }

    /// The loop of QR codes.
    struct Codes {
        let path: String
        let query: String
        let dialects: String
        let dialectChoices: [Choice]
        let hasDialects: Bool
        let densities: [Choice]
        let speeds: [Choice]
        let caption: String
        let error: String?

        init(
            path: String, query: String, dialects: String, dialectChoices: [Choice], densities: [Choice],
            speeds: [Choice], caption: String, error: String?
        ) {
            (self.path, self.query, self.dialects) = (path, query, dialects)
            (self.dialectChoices, hasDialects) = (dialectChoices, !dialectChoices.isEmpty)
            (self.densities, self.speeds, self.caption, self.error) = (densities, speeds, caption, error)
        }
    }

    let hash: String
    let words: String
    let kind: String
    let item: PartView.Item?
    let steps: [StepView]
    let hasSteps: Bool
    let review: ReviewView
    let notices: [PartView]
    let codes: Codes?
    let signatures: FetchedParts?
    let checks: FetchedParts?
    let canSubmit: Bool
    let canResume: Bool
    let submitPath: String
    /// What the running submission waits for.
    let progress: String?
    let failure: MessageView?
    /// How it ended; nil while it is not settled.
    let outcome: MessageView?
    let outcomeTone: String
    let events: [PartView]
    let canForget: Bool
    let canReplace: Bool
    let scan: ScanPanelView?
    /// The signed transaction can be downloaded.
    let isSigned: Bool
    /// The page of the withdrawal that this pays.
    let transfer: String?
    let network: String
}

/// The panel with camera, pictures and text.
struct ScanPanelView {
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

    let token: String
    /// What is expected, for the heading.
    let heading: String
    /// The form's text of the subject; empty where anything is expected.
    let about: String
    /// What was pasted and could not be read.
    let text: String

    init(token: String, heading: String, about subject: Subject? = nil, text: String = "") {
        (self.token, self.heading, self.text) = (token, heading, text)
        about = subject?.formText ?? ""
    }
}
