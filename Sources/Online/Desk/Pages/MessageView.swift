// SPDX-License-Identifier: Apache-2.0

import Codec

/// A sentence that says what is wrong, and what to do.
struct MessageView: Hashable, Sendable {
    let text: String
    let hint: LinkedText?
    /// Such as every faulty line of a table.
    let details: [String]

    init(_ text: String, hint: Wording? = nil) {
        self.text = text
        self.hint = hint.map { LinkedText($0) }
        details = []
    }

    init(_ failure: Failure) {
        text = failure.wording.pageText
        hint = failure.hint.map { LinkedText($0) }
        details = failure.details.map(\.wording.pageText)
    }
}

/// Why the desk does not answer a browser. It says nothing about the desk's data.
struct RefusalView {
    let text: String
    let advice: String

    /// The pages, made once: anyone can ask for them as often as they like.
    static let pages: [DeskGuard.Refusal: String] = Dictionary(
        uniqueKeysWithValues: DeskGuard.Refusal.allCases.map { ($0, Templates.all.render(RefusalView($0), "refusal")) })

    init(_ refusal: DeskGuard.Refusal) {
        switch refusal {
        case .host:
            text = "This address is not the desk's."
            advice = "Open the address that the desk printed; it begins with http://127.0.0.1."
        case .otherSite:
            text = "Another web page made this request, and it was not carried out."
            advice = "If you followed a link to the desk, type the address yourself."
        case .method:
            text = "The desk does not take requests of this kind."
            advice = "Go back to the page you came from."
        case .key:
            text = "This browser has no access to the desk."
            advice =
                "Open the address with the key that the desk printed when it was started, or press Enter in its terminal for a new one."
        case .keyUsed:
            text = "The key in this address was used before: it admits one browser, once."
            advice =
                "Use the browser that was opened first, or press Enter in the terminal of the desk for a new key."
        case .token:
            text = "This form is from an earlier run of the desk, and it was not carried out."
            advice = "Go back, load the page again, and send the form once more."
        }
    }
}

/// The page that a browser gets with its cookie where it came from a file: it leads on to the desk.
struct EntranceView {
    let page: String
}
