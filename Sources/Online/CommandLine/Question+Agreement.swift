// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Terminal

extension Question {
    /// Whether the user types `yes` to a question.
    package static func agree(to question: String) throws(Failure) -> Bool {
        try ask("\(question) type yes: ") == "yes"
    }

    /// - Parameter otherwise: what did not happen, for the error: "nothing was sent".
    /// - Throws: `.refused` unless the user types `yes`.
    package static func requireAgreement(to question: String, otherwise: String) throws(Failure) {
        guard try agree(to: question) else { throw Failure(.refused, "you did not agree; \(otherwise)") }
    }
}
