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

    var html: HTML {
        tag(.div, .class("notice tone-bad"), .role("alert"), .test("error")) {
            tag(.p) { text }
            if let hint { tag(.p, .class("hint")) { hint.html } }
            for detail in details { tag(.p, .class("detail")) { detail } }
        }
    }
}

extension DeskGuard.Refusal {
    /// The pages, made once: anyone can ask for them as often as they like.
    static let pages: [DeskGuard.Refusal: HTML] = Dictionary(
        uniqueKeysWithValues: allCases.map { refusal in
            let (text, advice) = refusal.text
            return (refusal, PageFrame.refusal(text, advice: advice))
        })

    /// Why the desk does not answer, and what to do.
    private var text: (text: String, advice: String) {
        switch self {
        case .host:
            (
                "This address is not the desk's.",
                "Open the address that the desk printed; it begins with http://127.0.0.1."
            )
        case .otherSite:
            (
                "Another web page made this request, and it was not carried out.",
                "If you followed a link to the desk, type the address yourself."
            )
        case .method: ("The desk does not take requests of this kind.", "Go back to the page you came from.")
        case .key:
            (
                "This browser has no access to the desk.",
                "Open the address with the key that the desk printed when it was started, or press Enter in its terminal for a new one."
            )
        case .keyUsed:
            (
                "The key in this address was used before: it admits one browser, once.",
                "Use the browser that was opened first, or press Enter in the terminal of the desk for a new key."
            )
        case .token:
            (
                "This form is from an earlier run of the desk, and it was not carried out.",
                "Go back, load the page again, and send the form once more."
            )
        }
    }
}
