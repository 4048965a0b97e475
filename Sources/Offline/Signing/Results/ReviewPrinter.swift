// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review

/// Reviews as text, or as JSON documents, in the form in which all front ends print them.
package struct ReviewPrinter: Sendable {
    private let isJSON: Bool
    private let isFull: Bool
    private let screen: Screen

    /// - Parameters:
    ///   - isFull: whether text has every field, and a batch is followed by each of its transactions.
    ///   - screen: what text is formatted for.
    package init(isJSON: Bool, isFull: Bool, on screen: Screen) {
        self.isJSON = isJSON
        self.isFull = isFull
        self.screen = screen
    }

    /// Passes a review to `put`, with its last line feed.
    package func write(_ review: Review, _ put: (String) throws(Failure) -> Void) throws(Failure) {
        try put(
            isJSON
                ? ReviewJSON.document(review, in: screen.style).text(pretty: true) + "\n"
                : ReviewText.of(review, full: isFull, on: screen))
    }

    /// Passes a page about a batch to `put`; in full, then each transaction, as JSON one on a line.
    package func write(_ batch: ReviewedBatch, _ put: (String) throws(Failure) -> Void) throws(Failure) {
        try put(
            isJSON
                ? BatchJSON.document(batch.review, in: screen.style).text(pretty: !isFull) + "\n"
                : BatchText.of(batch.review, on: screen))
        guard isFull else { return }
        try batch.visit { (line, reviewed, _) throws(Failure) in
            try put(
                isJSON
                    ? ReviewJSON.document(reviewed.review, in: screen.style).text() + "\n"
                    : "\nLine \(line)\n\(ReviewText.of(reviewed.review, full: true, on: screen))")
        }
    }
}
