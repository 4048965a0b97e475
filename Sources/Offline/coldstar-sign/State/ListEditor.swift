// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Review
import Shell
import Signing
import SodiumKit
import Stellar
import TextCodec
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
    func changeBook(from origin: String? = nil, _ edit: (Book) throws(Failure) -> Book) throws(Failure) {
        let context = try VaultContext(home)
        let editor = try context.editor(key)
        let new = try edit(context.book)
        guard let proposal = ProposedList(new, by: editor, in: context) else {
            Console.say("the book says so already; nothing was changed")
            return try put(context.state.book, isChanged: false)
        }
        let changes = BookText.changes(from: context.book, to: new, on: .error)
        try write(
            proposal, showing: "\(origin.map { $0 + "\n" } ?? "")Changes to the book (- goes, + comes):\n\(changes)",
            in: context)
    }

    /// Shows the change, asks, opens the key with its PIN, and writes the list.
    func write(_ proposal: ProposedList, showing change: String, in context: VaultContext) throws(Failure) {
        try agree(to: proposal, change)
        try proposal.check()
        let list = try proposal.write(
            by: try pin.unlock(proposal.editor, in: context.vault), at: try clock.given(), machine: KernelClock())
        Console.say("\(proposal.kind.rawValue) number \(list.counter), signed with key \(proposal.editor.text)")
        try put(list, isChanged: true)
    }

    private func put(_ list: SignedList?, isChanged: Bool) throws(Failure) {
        guard json else { return }
        try Console.put(
            document: ["changed": .bool(isChanged), "list": list.map { .object($0.document) } ?? .null])
    }

    /// Asks for a yes; to take over another owner's list, asks for the end of its list key.
    private func agree(to proposal: ProposedList, _ change: String) throws(Failure) {
        let confirmation = proposal.confirmation
        if let list = proposal.foreign {
            let owner =
                "The book is that of key \(list.owner.text); this would make it that of key \(proposal.editor.text)."
            try confirmation.ask(below: "\(change)\n\(owner)")
        } else if yes {
            try Pager.show(change, above: [])
        } else {
            try Pager.show(change, above: [confirmation.prompt])
            guard Question.isPossible else {
                throw Failure(
                    .refused, "there is no terminal to ask on, and without a yes nothing is changed",
                    hint: "--yes agrees to the change")
            }
            try confirmation.check(try Question.ask(confirmation.prompt))
        }
    }
}

extension Confirmation {
    /// Shows a text, and asks below it.
    ///
    /// - Throws: `.refused` unless the value is typed.
    func ask(below text: String) throws(Failure) {
        try Pager.show(text, above: [prompt])
        try check(try Question.ask(prompt))
    }
}
