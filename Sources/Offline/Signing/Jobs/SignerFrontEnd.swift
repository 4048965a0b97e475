// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
import Vault

/// What a job of the signer needs from its front end in the middle: a person who reads and answers. The job decides
/// what is shown and asked, in which order, and what the answers mean.
package protocol SignerFrontEnd {
    /// How pages write inputs and actions.
    var style: any WordingStyle { get }

    /// Shows the whole page, asks its questions below it in their order, and passes each answer to `take`, which throws
    /// for a wrong one.
    ///
    /// Where no one can be asked it shows the page and returns: the job then says what is missing.
    func present(_ page: ReviewPage, _ take: (String) throws(Failure) -> Void) throws(Failure)

    /// Shows a text, if there is one, and asks a question below it; without a question it only shows the text.
    ///
    /// - Returns: what was typed; nil if there was no question, or no one to ask.
    func ask(_ question: Confirmation?, below text: ((Screen) -> String)?) throws(Failure) -> String?

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

    /// Has a person confirm something.
    ///
    /// - Throws: `.refused` for another answer; the failure if there is no one to ask.
    func confirm(
        _ question: Confirmation, below text: @escaping (Screen) -> String, orThrow failure: Failure
    ) throws(Failure) {
        guard let typed = try ask(question, below: text) else { throw failure }
        try question.check(typed)
    }

    /// The vault, read for these keys, once the user has heard its warnings.
    func context(of vault: Vault, for keys: [KeyName] = []) throws(Failure) -> VaultContext {
        let context = try VaultContext(vault, for: keys)
        for warning in context.warnings { hear(.warning(warning)) }
        return context
    }

    /// The key that the user named, or the only one, which the user hears.
    func key(_ name: String?, in vault: Vault) throws(Failure) -> KeyName {
        let selection = try KeySelection(one: name, in: vault)
        if let note = selection.note { hear(.keyChosen(note)) }
        return selection.names[0]
    }
}
