// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing
import Vault

@testable import Signing

/// Changes of book and policy, their confirmations and their failures.
struct ListTests {
    private let vault: TestVault
    private let shop = Contact(name: "shop", account: account("shop"))

    init() throws { vault = try TestVault("alice", "bob") }

    private func proposal(_ book: Book, by name: String = "alice") throws -> ProposedList? {
        ProposedList(book, by: try KeyName(name), in: try vault.context())
    }

    @Test func `an edit without effect makes no proposal`() throws {
        #expect(try proposal(Book()) == nil)
        try vault.edit(by: "alice") { $0.adding(contacts: [shop]) }
        #expect(try proposal(Book(contacts: [shop])) == nil)
    }

    @Test func `a change of a key's own list is confirmed with yes`() throws {
        let change = try #require(try proposal(Book(contacts: [shop])))
        #expect(change.foreign == nil && change.confirmation.value == "yes")
        #expect(try failure { try change.confirmation.check("no") }.message == "nothing was changed")
        try change.confirmation.check("yes")
        try change.confirmation.check("Yes")
    }

    @Test func `taking over another owner's list is confirmed with the end of its list key`() throws {
        try vault.edit(by: "alice") { $0.adding(contacts: [shop]) }
        let change = try #require(try proposal(Book(), by: "bob"))
        let list = try #require(change.foreign)
        #expect(change.confirmation.value == Hex.encode(list.listKey.suffix(3)))
        #expect(!change.confirmation.accepts("yes"))
        // A key that has not accepted the owner cannot take the list over even with its PIN.
        #expect(throws: Failure.self) {
            try change.write(by: try vault.unlock("bob"), at: GivenTime(now), machine: StoppedClock())
        }
    }

    @Test func `refuses to write a list that changed since it was shown`() throws {
        let change = try #require(try proposal(Book(contacts: [shop])))
        try vault.edit(by: "alice") { $0.adding(contacts: [Contact(name: "bob", account: account("bob"))]) }
        #expect(throws: Failure.self) {
            try change.write(by: try vault.unlock("alice"), at: GivenTime(now), machine: StoppedClock())
        }
        #expect(try vault.context().book.contacts.map(\.name) == ["bob"])
    }

    @Test func `the owner is the default editor, and without an owner a key must be named`() throws {
        #expect(try failure { _ = try vault.context().editor(nil) }.kind == .usage)
        #expect(try vault.context().editor("bob").text == "bob")
        try vault.edit(by: "bob") { $0.adding(contacts: [shop]) }
        #expect(try vault.context().editor(nil).text == "bob")
        #expect(try failure { _ = try TestVault().context().editor(nil) }.kind == .noInput)
    }

    @Test func `a key accepts a book after its owner's list key is confirmed`() throws {
        try vault.edit(by: "alice") { $0.adding(contacts: [shop]) }
        let acceptance = try BookAcceptance(by: try KeyName("bob"), in: try vault.context())
        #expect(acceptance.newSeal == nil && !acceptance.isUnsealed)
        let owner = try #require(acceptance.owner)
        #expect(try failure { try owner.check("") }.kind == .refused)
        try acceptance.write(by: try vault.unlock("bob"))
        #expect(try vault.context().state.isFamiliar(try KeyName("bob")))
        let empty = try TestVault("carol")
        #expect(
            try failure { _ = try BookAcceptance(by: try KeyName("carol"), in: empty.context()) }.kind == .noInput)
    }

    @Test func `a policy is verified only by a key that knows its owner`() throws {
        var standing = PolicyStanding(in: try vault.context())
        #expect(standing.text == nil)
        try vault.set(Policy(), by: "alice")
        standing = PolicyStanding(in: try vault.context())
        #expect(standing.text?.plain.contains("not yet verified") == true && !standing.isVerified)
        try standing.verify(with: try vault.unlock("bob"))
        #expect(standing.text?.plain.contains("has not seen before") == true && !standing.isVerified)
        try standing.verify(with: try vault.unlock("alice"))
        #expect(standing.text?.plain.contains("verified with key alice") == true && standing.isVerified)
    }

    @Test func `reports what a policy does not allow and which holds need a person`() throws {
        let endless = try request(try payment(from: try vault.account("alice"), expires: false))
        func verdict() throws -> PolicyVerdict {
            try PolicyVerdict(
                on: endless, by: try KeyName("alice"), in: try vault.context("alice"), at: GivenTime(now),
                machine: StoppedClock())
        }
        #expect(throws: PolicyVerdict.noPolicy) { try verdict() }
        try vault.set(Policy(), by: "alice")
        #expect(try verdict().reason != nil)
        var generous = Policy()
        generous.networks = [.testnet]
        generous.operations = .any
        generous.destinations = .any
        generous.assets = .any
        generous.perTransaction = .unlimited
        generous.perDay = .unlimited
        generous.fee = try Amount("1")
        try vault.set(generous, by: "alice")
        #expect(try verdict().reason == nil)
        #expect(try verdict().attended == [.noEnd])
    }

    @Test func `removing a policy writes a version without one`() throws {
        let none = try failure { _ = try ProposedList(withoutPolicyIn: try vault.context(), by: "alice") }
        #expect(none == PolicyVerdict.noPolicy)
        try vault.set(Policy(), by: "alice")
        let removal = try ProposedList(withoutPolicyIn: try vault.context(), by: nil)
        let list = try removal.write(by: try vault.unlock("alice"), at: GivenTime(now), machine: StoppedClock())
        #expect(list.counter == 2)
        #expect(try vault.context().policy == nil)
    }

    @Test func `rejects a malformed policy file`() throws {
        for text in ["", "{}", "[1]", "{\"operations\": 5}"] {
            #expect(try failure { _ = try Policy(file: Array(text.utf8), origin: "policy.json") }.kind == .badInput)
        }
    }

    @Test func `shows a change with its origin, and whose list it takes over`() throws {
        let imported = try #require(
            ProposedList(
                Book(contacts: [shop]), from: "A list of carol.", by: try KeyName("alice"), in: try vault.context()))
        let text = imported.text(on: Screen())
        #expect(text.hasPrefix("A list of carol.\nChanges to the book (- goes, + comes):\n"))
        #expect(text.contains("  + contact shop"))
        try vault.edit(by: "alice") { $0.adding(contacts: [shop]) }
        let taken = try #require(try proposal(Book(), by: "bob")).text(on: Screen())
        #expect(taken.contains("  - contact shop"))
        #expect(taken.hasSuffix("The book is that of key alice; this would make it that of key bob."))
        let policy = ProposedList(Policy(), by: try KeyName("alice"), in: try vault.context())
        #expect(
            policy.kind == .policy && policy.text(on: Screen()).hasPrefix("The policy would be:\nNetworks    none\n"))
    }

    @Test func `a verdict's document and failure say the same`() throws {
        try vault.set(Policy(), by: "alice")
        let verdict = try PolicyVerdict(
            on: try request(try payment(from: try vault.account("alice"))), by: nil, in: try vault.context(),
            at: GivenTime(now), machine: StoppedClock())
        let reason = try #require(verdict.reason)
        #expect(verdict.refusal?.message == "POLICY: \(reason)" && verdict.refusal?.kind == .refused)
        #expect(verdict.document == ["allowed": false, "reason": .string(reason)])
    }

    private func change(
        _ change: ListChangeJob.Change, by key: String? = "alice", isAgreed: Bool = false, _ script: Script = Script()
    ) throws -> ListChangeJob.Outcome {
        try ListChangeJob(vault.vault, key: key, isAgreed: isAgreed, machine: StoppedClock()) { GivenTime(now) }
            .run(change, at: script, pin: script)
    }

    private var withShop: ListChangeJob.Change { .book({ [shop] in $0.adding(contacts: [shop]) }) }

    @Test func `shows a change, asks, opens the key and writes, in this order`() throws {
        let script = Script()
        let outcome = try change(withShop, script)
        #expect(script.events == ["asked", "PIN of alice"] && script.page.contains("+ contact shop"))
        #expect(outcome.isChanged && outcome.line.plain == "book number 1, signed with key alice")
        #expect(try vault.context().book.contacts == [shop])
    }

    @Test func `a change without effect asks for nothing and says so`() throws {
        _ = try change(withShop)
        let script = Script()
        let outcome = try change(withShop, script)
        #expect(!outcome.isChanged && outcome.list?.counter == 1 && script.events.isEmpty)
        #expect(outcome.line.plain == "the book says so already; nothing was changed")
    }

    @Test func `agreement in advance shows the change, and takes over no one's list`() throws {
        let script = Script()
        _ = try change(withShop, isAgreed: true, script)
        #expect(script.events == ["shown", "PIN of alice"])
        let other = Script(answers: ["yes"])
        let refused = try failure { _ = try change(.book({ _ in Book() }), by: "bob", isAgreed: true, other) }
        #expect(refused.message == "nothing was changed" && other.events == ["asked"])
    }

    @Test func `writes nothing without agreement, without a terminal, and with a wrong PIN`() throws {
        #expect(try failure { _ = try change(withShop, Script(answers: ["no"])) }.kind == .refused)
        let alone = Script()
        alone.hasTerminal = false
        #expect(try failure { _ = try change(withShop, alone) } == ProposedList.unanswerable)
        #expect(alone.events == ["shown"])
        let wrong = Script(pins: ["111222", "111222", "111222"])
        #expect(try failure { _ = try change(withShop, wrong) }.kind == .refused)
        #expect(try vault.journal() == [])
    }

    @Test func `a failed edit asks for nothing`() throws {
        let script = Script()
        let error = Failure(.badInput, "no such contact")
        #expect(throws: error) {
            try change(.book({ _ throws(Failure) in throw error }), script)
        }
        #expect(script.events.isEmpty)
    }

    @Test func `sets and removes the policy, whose standing a PIN proves`() throws {
        #expect(try failure { _ = try change(.noPolicy) } == PolicyVerdict.noPolicy)
        _ = try change(.policy(Policy()))
        let script = Script()
        func standing(_ isProven: Bool) throws -> PolicyStanding {
            try PolicyStanding.run(in: vault.vault, provenBy: "alice", isProven: isProven, at: script, pin: script)
        }
        #expect(try !standing(false).isVerified && script.events.isEmpty)
        #expect(try standing(true).isVerified && script.events == ["PIN of alice"])
        let removal = Script()
        #expect(try change(.noPolicy, by: nil, removal).list?.counter == 2)
        #expect(removal.page.hasPrefix("Without the policy"))
        #expect(try standing(true).policy == nil && script.events.count == 1)
    }

    @Test func `accepts another owner's lists after the end of the list key was typed`() throws {
        _ = try change(withShop)
        let wrong = Script(answers: ["yes"])
        #expect(throws: Failure.self) {
            try BookAcceptance.run(by: "bob", in: vault.vault, at: wrong, pin: wrong)
        }
        #expect(wrong.events == ["asked"] && wrong.page.contains("shop"))
        let script = Script()
        let acceptance = try BookAcceptance.run(by: "bob", in: vault.vault, at: script, pin: script)
        #expect(acceptance.lines == ["key bob believes the book of key alice"])
        #expect(script.events == ["asked", "PIN of bob"])
    }
}
