// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Review
import Shell
import SodiumKit
import Stellar
import TextCodec
import Vault

/// Options and procedure of every command that changes book or policy: show the change, ask, verify the PIN, write.
struct ListEditor: ParsableArguments {
    @Option(help: "The key whose PIN it is to be (default: the owner of the book).", completion: Completion.keys)
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
        let around = try Surroundings(home)
        _ = try around.editor(key, in: Vault(folder: around.state.folder))
        let new = try edit(around.book)
        let changes = BookText.changes(from: around.book, to: new, on: .error)
        guard !changes.isEmpty else {
            Console.say("the book says so already; nothing was changed")
            return try put(around.state.book, isChanged: false)
        }
        try write(
            .book, new.json,
            showing: "\(origin.map { $0 + "\n" } ?? "")Changes to the book (- goes, + comes):\n\(changes)", around)
    }

    /// Shows the change, asks, opens the key with its PIN, and writes the list.
    func write(_ kind: ListKind, _ content: JSON, showing change: String, _ around: Surroundings) throws(Failure) {
        let vault = Vault(folder: try home.vault())
        let name = try around.editor(key, in: vault)
        try agree(name, change, around)
        do {
            _ = try vault.info(name)
            try around.state.check(name)
            let opened = try pin.unlock(name, in: vault)
            let lock = try VaultLock(folder: vault.folder)
            // Read again under the lock, which prevents other writers.
            let state = try VaultState(folder: vault.folder, for: [name], holding: lock)
            try state.checkLists(areThoseOf: around.state)
            // Use only what this key can prove: anyone can write a seal whose record key then proves lines with any time.
            let now = try Surroundings.time(clock, state, for: [name]).counted
            let list = try state.replace(kind, with: content, time: now, by: opened, holding: lock)
            Console.say("\(kind.rawValue) number \(list.counter), signed with key \(name.text)")
            try put(list, isChanged: true)
        } catch {
            throw Failure(any: error)
        }
    }

    private func put(_ list: SignedList?, isChanged: Bool) throws(Failure) {
        guard json else { return }
        try Console.put(
            document: ["changed": .bool(isChanged), "list": list.map { .object($0.document) } ?? .null])
    }

    /// Asks for a yes; to take over another owner's list, asks for the end of its list key.
    private func agree(_ name: KeyName, _ change: String, _ around: Surroundings) throws(Failure) {
        if let list = around.state.book ?? around.state.policy, list.owner != name {
            let value = Hex.encode(list.listKey.suffix(3))
            let prompt = "to take it over, type \(value): "
            let owner = "The book is that of key \(list.owner.text); this would make it that of key \(name.text)."
            try Pager.show("\(change)\n\(owner)", above: [prompt])
            let typed = try Question.ask(prompt)
            guard typed == value else { throw Failure(.refused, "nothing was changed") }
        } else if yes {
            try Pager.show(change, above: [])
        } else {
            let prompt = "change it so? type yes: "
            try Pager.show(change, above: [prompt])
            guard Question.isPossible else {
                throw Failure(
                    .refused, "there is no terminal to ask on, and without a yes nothing is changed",
                    hint: "--yes agrees to the change")
            }
            guard try Question.ask(prompt) == "yes" else {
                throw Failure(.refused, "nothing was changed")
            }
        }
    }
}
