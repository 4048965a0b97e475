// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Review
import Stellar
import StellarXDR
import TextCodec
import Vault

/// What the vault says beside its keys, as a command sees it before any PIN: consistent in itself, and not yet proven.
struct Surroundings {
    let state: VaultState
    let book: Book
    let policy: Policy?
    /// The accounts of the keys, as their files say.
    private let accounts: [AccountID]

    init(_ home: HomeOptions) throws(Failure) { try self.init(folder: try home.vault()) }

    init(folder: String) throws(Failure) {
        let state: VaultState
        do { state = try VaultState(folder: folder) } catch { throw Failure(error) }
        try self.init(state)
    }

    /// For looking only: a journal that is damaged or was put back is no obstacle, and is said.
    init(toLook home: HomeOptions) throws(Failure) {
        let folder = try home.vault()
        let state: VaultState
        let fault: StateError?
        do { (state, fault) = try VaultState.toLook(folder: folder) } catch { throw Failure(error) }
        if let fault {
            Console.say(
                "warning: \(fault.message): what was signed before is not known here, and nothing can be signed")
        }
        try self.init(state)
    }

    private init(_ state: VaultState) throws(Failure) {
        self.state = state
        let keys = (try? Vault(folder: state.folder).list()) ?? []
        accounts = keys.compactMap { try? $0.info.get().publicKey }
        do {
            book = if let list = state.book { try Book(list.content) } else { Book() }
        } catch {
            throw Failure(.badInput, "vault/book: \(error.message)")
        }
        do {
            let content = try state.policy?.content.member("policy") ?? .null
            policy = content == .null ? nil : try Policy(content)
        } catch {
            throw Failure(.badInput, "vault/policy: \(error.message)")
        }
    }

    /// Puts into a review what the vault knows.
    func complete(_ input: inout ReviewInput, for name: KeyName?) {
        input.book = book
        input.isWithoutBook = state.book == nil
        input.policy = policy
        input.ownAccounts = accounts
        input.history = JournalHistory(history: state.history, key: name)
        guard let name, let list = state.book ?? state.policy, !state.isFamiliar(name) else { return }
        input.unknownOwner = BookOwner(name: list.owner.text, listKey: list.listKey)
    }

    /// The present, by the clock, `--now` and the journal.
    func time(_ clock: NowOption) throws(Failure) -> Present {
        Present(
            given: try clock.time(), machine: NowOption.clock(), latest: state.history.latestTime,
            isTold: clock.now != nil)
    }

    /// Whose PIN changes the lists: the key that was named, or the owner, or the only one there is.
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
