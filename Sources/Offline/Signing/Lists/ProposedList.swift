// SPDX-License-Identifier: Apache-2.0

package import Codec
import Review
import Stellar
import Vault

/// A new version of book or policy that is not yet written: what it changes, and what has to be confirmed first.
struct ProposedList: Sendable {
    let kind: ListKind
    /// The key whose PIN signs it.
    let editor: KeyName
    /// The current list, if it belongs to another key: writing takes both lists over.
    let foreign: SignedList?
    private let change: Change
    @Indirect private var context: VaultContext

    private enum Change {
        /// - Parameter origin: where the changes come from; nil if the user typed them.
        case book(Book, origin: String?)
        /// Nil for no policy.
        case policy(Policy?)
    }

    private init(_ change: Change, _ editor: KeyName, _ context: VaultContext) {
        kind = if case .book = change { .book } else { .policy }
        self.change = change
        self.editor = editor
        self.context = context
        foreign = (context.state.book ?? context.state.policy).flatMap { $0.owner == editor ? nil : $0 }
    }

    /// A changed book; nil if it says what the current one says.
    ///
    /// - Parameter origin: where the changes come from, to show above them; nil if the user typed them.
    init?(_ book: Book, from origin: String? = nil, by editor: KeyName, in context: VaultContext) {
        guard !BookText.changes(from: context.book, to: book).isEmpty else { return nil }
        self.init(.book(book, origin: origin), editor, context)
    }

    /// Another policy.
    init(_ policy: Policy, by editor: KeyName, in context: VaultContext) {
        self.init(.policy(policy), editor, context)
    }

    /// No policy from now on: a new version that says so rather than a deleted file, so that an older policy cannot be
    /// restored.
    ///
    /// - Throws: `.noInput` if there is none.
    init(withoutPolicyIn context: VaultContext, by key: String?) throws(Failure) {
        guard context.policy != nil else { throw Failure(.noInput, "there is no policy") }
        self.init(.policy(nil), try context.editor(key), context)
    }

    private var content: JSON {
        switch change {
        case .book(let book, _): book.json
        case .policy(let policy): ["policy": policy?.json ?? .null]
        }
    }

    /// What changes, and whose list it is if that is another key's; to show above the question.
    func text(on screen: Screen) -> String {
        let change =
            switch change {
            case .book(let book, let origin):
                (origin.map { $0 + "\n" } ?? "") + "Changes to the book (- goes, + comes):\n"
                    + BookText.changes(from: context.book, to: book, on: screen)
            case .policy(let policy?): "The policy would be:\n\(policy.lines)"
            case .policy(nil): "Without the policy whatever passes the review may be signed, and holds always ask."
            }
        guard let foreign else { return change }
        return
            "\(change)\nThe book is that of key \(foreign.owner.text); this would make it that of key \(editor.text)."
    }

    /// The failure to report if there is no one to ask, and nothing stands for the answer.
    static let unanswerable = Failure(
        .refused, "cannot ask for confirmation: not a terminal",
        hint: "\(field: .yes) agrees to the change")

    /// The question to ask: always for a list of another owner; otherwise agreement to the change stands for it
    /// (`--yes`).
    var confirmation: Confirmation {
        guard let foreign else { return Confirmation("change it so? type yes: ", value: "yes") }
        let value = Hex.encode(foreign.listKey.suffix(3))
        return Confirmation("to take it over, type \(value): ", value: value)
    }

    /// Checks the key before its PIN is entered.
    func check() throws(Failure) {
        _ = try context.info(editor)
        do { try context.state.check(editor) } catch { throw Failure(error) }
    }

    /// Writes the list, if the current one is still the one that was shown.
    ///
    /// - Returns: the list as written.
    func write(
        by key: borrowing UnlockedKey, at time: GivenTime, machine: any MachineClock
    ) throws(Failure) -> SignedList {
        let folder = context.state.folder
        do {
            let lock = try VaultLock(folder: folder)
            // Read again under the lock, which prevents other writers.
            let state = try VaultState(folder: folder, for: [editor], holding: lock)
            try state.checkLists(areThoseOf: context.state)
            // Use only what this key can prove: anyone can write a seal whose record key then proves lines with any
            // time.
            let now = ReviewClock(time, machine: machine, in: state, for: [editor]).counted
            return try state.replace(kind, with: content, time: now, by: key, holding: lock)
        } catch {
            throw Failure(any: error)
        }
    }
}

/// A question that a person answers by typing a value, so that nothing irreversible happens by pressing Enter.
package struct Confirmation: Hashable, Sendable {
    /// Asks for the value, and contains it.
    package let prompt: String
    package let value: String

    init(_ prompt: String, value: String) {
        self.prompt = prompt
        self.value = value
    }

    /// Whether the value was typed; capitals do not count.
    package func accepts(_ typed: String) -> Bool { typed.lowercased() == value.lowercased() }

    /// - Throws: `.refused` for anything else than the value.
    package func check(_ typed: String) throws(Failure) {
        guard accepts(typed) else { throw Failure(.refused, "nothing was changed") }
    }

    /// The failure to report if there is no one to ask.
    package static let unanswerable = Failure(
        .refused, "cannot ask for confirmation: not a terminal", hint: "run it at a terminal")
}
