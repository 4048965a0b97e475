// SPDX-License-Identifier: Apache-2.0

import Faults
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import Vault

/// The vault except for its keys, as a command sees it before any PIN: consistent, but not yet proven.
struct Surroundings {
    let state: VaultState
    let book: Book
    let policy: Policy?
    private let keys: [ListedKey]

    /// - Parameter keys: the keys that will sign, whose views of the journal are needed; empty for display.
    init(_ home: HomeOptions, for keys: [KeyName] = []) throws(Failure) {
        try self.init(folder: try home.vault(), for: keys)
    }

    init(folder: String, for keys: [KeyName] = []) throws(Failure) {
        let state: VaultState
        do { state = try VaultState(folder: folder, for: keys) } catch { throw Failure(error) }
        try self.init(state)
    }

    /// Reads the vault for display only: a damaged or older journal causes a warning, not an error.
    init(toLook home: HomeOptions) throws(Failure) {
        let folder = try home.vault()
        let names = ((try? Vault(folder: folder).list()) ?? []).map(\.name)
        let state: VaultState
        let fault: StateError?
        do { (state, fault) = try VaultState.toLook(folder: folder, for: names) } catch { throw Failure(error) }
        if let fault {
            Console.say(
                "warning: \(fault.message): what was signed before is not known here, and nothing can be signed")
        }
        try self.init(state)
    }

    private init(_ state: VaultState) throws(Failure) {
        self.state = state
        keys = (try? Vault(folder: state.folder).list()) ?? []
        do {
            book = if let list = state.book { try Book(list.content) } else { Book() }
        } catch {
            throw Failure(.badInput, "vault/book: \(error.message)")
        }
        for words in book.warningsOfNames { Console.say("warning: \(words)") }
        do {
            let content = try state.policy?.content.member("policy") ?? .null
            policy = content == .null ? nil : try Policy(content)
        } catch {
            throw Failure(.badInput, "vault/policy: \(error.message)")
        }
    }

    /// Adds the vault's knowledge to a review.
    ///
    /// - Parameters:
    ///   - name: the key that will sign; nil for display.
    ///   - others: keys that sign in the same command, whose journal lines the key accepts with their PINs.
    func complete(_ input: inout ReviewInput, for name: KeyName?, with others: [KeyName] = []) {
        input.book = book
        input.isWithoutBook = state.book == nil
        input.policy = policy
        // The accounts of the keys, according to their files.
        input.ownAccounts = keys.compactMap { try? $0.info.get().publicKey }
        let record = state.record(for: name)
        input.history = JournalHistory(record, name)
        if name != nil {
            let accepted = name.flatMap { state.seal($0) }?.accepted ?? []
            input.unknownWriters = record.strangers.filter { !others.contains($0.name) }.map { writer in
                RecordWriter(
                    name: writer.name.text, recordKey: writer.recordKey,
                    accepted: accepted.last(where: { $0.name == writer.name })?.recordKey)
            }
            input.uncoveredLines = record.uncovered
        }
        guard let name, let list = state.book ?? state.policy, !state.isFamiliar(name) else { return }
        input.unknownOwner = BookOwner(name: list.owner.text, listKey: list.listKey)
    }

    /// Adds the vault's knowledge to a review for display, with the journal as seen by the key that would sign.
    ///
    /// - Parameter accounts: the accounts that have to sign, most important first.
    func completeToLook(_ input: inout ReviewInput, for accounts: [AccountID]) {
        complete(&input, for: nil)
        switch KeyChoice(among: keys, for: accounts) {
        case .only(let name), .owner(let name): input.history = JournalHistory(state.record(for: name), nil)
        case .ambiguous, .none:
            input.history = JournalHistory(state.commonRecord, nil, others: state.record(for: nil))
        }
    }

    /// The current time, according to the clocks, `--now`, and the proven lines of the journal.
    ///
    /// - Parameter keys: the keys that will sign; empty for display.
    func time(_ clock: NowOption, for keys: [KeyName] = []) throws(Failure) -> Present {
        try Self.time(clock, state, for: keys)
    }

    static func time(_ clock: NowOption, _ state: VaultState, for keys: [KeyName]) throws(Failure) -> Present {
        let views = keys.isEmpty ? [state.record(for: nil)] : keys.map { state.record(for: $0) }
        let names = keys.isEmpty ? state.witnesses : keys
        let reading = MachineClock.reading()
        return Present(
            given: try clock.time(),
            machine: MachineClock.time(after: names.compactMap { state.seal($0)?.clock }, reading),
            latest: views.compactMap(\.proven.latestTime).max(), isTold: clock.now != nil, reading: reading)
    }

    /// Refuses an unattended signature under a policy if the journal has lines that a user still has to review.
    func checkUnattended(_ yes: Bool, _ keys: [KeyName]) throws(Failure) {
        guard yes, policy != nil else { return }
        for key in keys where !state.record(for: key).isSettled {
            throw Failure(
                .refused,
                "the journal has lines that key \(key.text) cannot prove, and under a policy --yes needs a proven record",
                hint: "sign once at a terminal, or coldstar-sign journal accept --key \(key.text)")
        }
    }

    /// Refuses a journal line that no key of the vault has written, before any review.
    func checkRecords(of keys: [KeyName]) throws(Failure) {
        do {
            for key in keys {
                try state.check(key)
                try state.checkRecord(of: key)
            }
        } catch {
            throw Failure(error)
        }
    }

    /// The key whose PIN changes the lists: the named key, the owner, or the only key.
    func editor(_ name: String?, in vault: Vault) throws(Failure) -> KeyName {
        if let name { return try Keys.name(name) }
        let keys: [KeyName]
        do { keys = try vault.list().map(\.name) } catch { throw Failure(error) }
        if let owner = state.owner, keys.contains(owner) { return owner }
        guard let only = keys.first else {
            throw Failure(.noInput, "there is no key yet", hint: "coldstar-sign key new NAME makes one")
        }
        guard keys.count == 1 else {
            throw Failure(.usage, "there are several keys: --key says whose PIN it is to be")
        }
        return only
    }
}
