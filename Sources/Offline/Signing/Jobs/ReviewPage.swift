// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
import Stellar
import StellarXDR

/// What a person reads and answers before something is signed: the whole review, the summary right above the questions, and the questions.
package struct ReviewPage: Sendable {
    private enum Content {
        /// The reviews of one item, one for each key, with the key's name.
        case reviews([(key: String, review: Review)])
        case batch(ReviewedBatch)
    }

    /// The summary that stands directly above the questions.
    package let lastScreen: LastScreen
    /// The time left to sign a login; nil for anything else.
    package let countdown: Countdown?
    /// What to ask, in this order.
    package let questions: [Confirmation]
    /// What each question of a hold shows in the summary; empty if only a yes is asked for.
    package let asked: [LastScreen.Asked]
    /// Shown below the review; nil for nothing.
    package let note: String?
    /// Whether the review is shown, and nothing is asked nor decided: it is refused, or agreed to already.
    package let isForReading: Bool
    /// How inputs and actions are written.
    private let style: any WordingStyle
    private let content: Content
    private let isFull: Bool

    /// The page about one item to sign.
    init(
        _ reviews: [(key: String, review: Review)], full: Bool, _ consent: Consent, countdown: Countdown? = nil,
        in style: any WordingStyle
    ) {
        self.init(.reviews(reviews), full, LastScreen(reviews.map(\.review), in: style), consent, countdown, style)
    }

    /// The page about a batch; in full, each of its transactions follows.
    init(_ batch: ReviewedBatch, full: Bool, _ consent: Consent, in style: any WordingStyle) {
        self.init(.batch(batch), full, LastScreen(batch.review, in: style), consent, nil, style)
    }

    /// A page about something that this machine does not sign.
    ///
    /// - Parameter isForReading: whether the question is answered already.
    init(_ review: Review, asking question: Confirmation, isForReading: Bool, in style: any WordingStyle) {
        self.style = style
        content = .reviews([("", review)])
        isFull = false
        lastScreen = LastScreen([review], in: style)
        questions = [question]
        self.isForReading = isForReading
        (countdown, asked, note) = (nil, [], nil)
    }

    private init(
        _ content: Content, _ isFull: Bool, _ last: LastScreen, _ consent: Consent, _ countdown: Countdown?,
        _ style: any WordingStyle
    ) {
        self.style = style
        self.content = content
        self.isFull = isFull
        lastScreen = last
        self.countdown = countdown
        questions = consent.prompts
        asked = consent.questions.map(LastScreen.Asked.init)
        note = consent.note
        isForReading = consent.refusal != nil
    }

    /// Passes the review to `put`, part by part.
    ///
    /// - Parameter screen: its size and colours; the page has a style of its own.
    package func write(on screen: Screen, _ put: (String) throws(Failure) -> Void) throws(Failure) {
        let screen = Screen(colours: screen.colours, columns: screen.columns, in: style)
        switch content {
        case .reviews(let reviews): try put(ReviewText.of(reviews, full: isFull, on: screen))
        case .batch(let batch):
            try put(BatchText.of(batch.review, on: screen))
            guard isFull else { return }
            try batch.visit { (line, reviewed, _) throws(Failure) in
                try put("Line \(line)\n" + ReviewText.of(reviewed.review, full: true, on: screen))
            }
        }
    }

    /// SHA-256 of the review as shown, but without colours and without line breaks for a width; of a batch the page about all of it.
    var digest: Hash {
        let screen = Screen(in: style)
        let text =
            switch content {
            case .reviews(let reviews): ReviewText.of(reviews, full: isFull, on: screen)
            case .batch(let batch): BatchText.of(batch.review, on: screen)
            }
        return Hash(sha256: Array(text.utf8))
    }
}
