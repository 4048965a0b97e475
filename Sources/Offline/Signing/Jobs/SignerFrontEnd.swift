// SPDX-License-Identifier: Apache-2.0

package import Faults

/// What a job of the signer needs from its front end in the middle: a person who reads and answers. The job decides what is shown and
/// asked, in which order, and what the answers mean.
package protocol SignerFrontEnd {
    /// Shows the whole page, asks its questions below it in their order, and passes each answer to `take`, which throws for a wrong one.
    ///
    /// Where no one can be asked it shows the page and returns: the job then says what is missing.
    func present(_ page: ReviewPage, _ take: (String) throws(Failure) -> Void) throws(Failure)

    /// Hears what happens, in order.
    func hear(_ event: SignerEvent)
}

/// What happens while a job works.
package enum SignerEvent: Sendable {
    /// What the user should know about the vault before anything else.
    case warning(Wording)
    /// Which key was chosen and why, where none was named.
    case keyChosen(String)
    case reviewing(done: Int, of: Int)
    case signing(done: Int, of: Int)
}

extension SignerFrontEnd {
    /// Has a person read a page and answer its questions.
    ///
    /// - Throws: `.refused` for a review with a refusal, a wrong answer, and a question that no one answered.
    func approval(_ consent: Consent, _ page: ReviewPage) throws(Failure) -> Approval {
        var consent = consent
        try present(page) { typed throws(Failure) in try consent.take(typed) }
        return try consent.approval()
    }
}
