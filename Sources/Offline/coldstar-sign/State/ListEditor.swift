// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Review
import Shell
import Signing
import Stellar
import Vault

/// Options and procedure of every command that changes book or policy: show the change, ask, verify the PIN, write.
struct ListEditor: ParsableArguments {
    @Option(help: "The key to use (default: the owner of the book).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Agree to the change without being asked.")
    var yes = false

    @Flag(help: "Print the outcome as a JSON document: whether anything changed, and which list there is now.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    /// Changes the book, unless the edit has no effect.
    ///
    /// - Parameter origin: the origin of the changes, shown above them.
    func changeBook(from origin: String? = nil, _ edit: BookChange) throws(Failure) {
        let context = try VaultContext(home)
        let editor = try context.editor(key)
        let new = try edit(context.book)
        guard let proposal = ProposedList(new, from: origin, by: editor, in: context) else {
            Console.say("the book says so already; nothing was changed")
            return try put(context.state.book, isChanged: false)
        }
        try write(proposal, in: context)
    }

    /// Shows the change, asks, opens the key with its PIN, and writes the list.
    func write(_ proposal: ProposedList, in context: VaultContext) throws(Failure) {
        try agree(to: proposal)
        try proposal.check()
        let list = try proposal.write(
            by: try pin.unlock(proposal.editor, in: context.vault), at: try clock.given(), machine: KernelClock())
        Console.say("\(proposal.kind.rawValue) number \(list.counter), signed with key \(proposal.editor.text)")
        try put(list, isChanged: true)
    }

    private func put(_ list: SignedList?, isChanged: Bool) throws(Failure) {
        if json { try Console.put(document: SignedList.document(isChanged: isChanged, list)) }
    }

    /// Asks for a yes; to take over another owner's list, asks for the end of its list key.
    private func agree(to proposal: ProposedList) throws(Failure) {
        let (text, confirmation) = (proposal.text(on: .error), proposal.confirmation)
        let isAgreed = yes && proposal.foreign == nil
        try Pager.show(text, above: isAgreed ? [] : [confirmation.prompt])
        if isAgreed { return }
        guard proposal.foreign != nil || Question.isPossible else { throw ProposedList.unanswerable }
        try confirmation.check(try Question.ask(confirmation.prompt))
    }
}
