// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import Journal
import Stellar
import StellarXDR
import Submitting
import Workspace

/// A transaction or login of the journal, and what can still happen to it.
public struct JournalEntry: Hashable, Sendable {
    /// What can still happen to a transaction.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It was requested, and signatures are missing.
        case waitsForSignatures = "waits-for-signatures"
        /// It can be submitted.
        case ready
        /// Numbers before its own are not used yet.
        case waitsForNumbers = "waits-for-numbers"
        /// It was sent, and its outcome is not certain.
        case submitted
        /// It is in a ledger, successfully.
        case applied
        /// It failed in a ledger.
        case failed
        /// Its validity is over.
        case expired
        /// Another transaction was built in its place.
        case replaced
        /// Another transaction used its number.
        case numberUsed = "number-used"
        /// A login that succeeded, or an authorization that is in a transaction.
        case done
    }

    /// What is signed.
    public let hash: ColdstarStellar.TransactionHash
    /// The network that it is for.
    public let network: ColdstarStellar.Network
    /// What can still happen to it.
    public let state: State
    /// Whether a ledger can still apply it; nil if the journal alone does not tell.
    public let canStillBeApplied: Bool?
    /// The transaction that was built in its place or used its number; nil if there is none.
    public let replacedBy: ColdstarStellar.TransactionHash?
    /// One sentence about what it does; nil if the journal no longer has it.
    public let summary: String?
    /// The note for the signer; nil if there is none. It is unescaped: escape it before showing it on a terminal.
    public let note: String?
    /// When it was requested, or queued without a request, in seconds since 1970.
    public let created: Int64
    /// How many times it was sent.
    public let attempts: Int
    /// The ledger that has it; nil if none is known to.
    public let ledger: Int64?

    init?(_ entry: StatusEntry) {
        guard let hash = entry.submission?.transaction.hash ?? entry.request?.hash,
            let network = entry.submission?.transaction.network ?? entry.request?.network,
            let state = State(rawValue: entry.kind.rawValue)
        else { return nil }
        (self.hash, self.network) = (ColdstarStellar.TransactionHash(hash), ColdstarStellar.Network(network))
        (self.state, canStillBeApplied) = (state, entry.canStillBeApplied)
        replacedBy = entry.replacedBy.map { ColdstarStellar.TransactionHash($0) }
        (summary, note) = (entry.summary.map { Redaction.apply($0) }, entry.request?.note)
        created = entry.request?.created ?? entry.submission?.queuedAt ?? 0
        (attempts, ledger) = (entry.submission?.attempts ?? 0, entry.submission?.ledger)
    }
}

/// An account with a name.
public struct NamedAccount: Hashable, Sendable {
    /// Letters, digits, `_`, `-` and `.`.
    public var name: String
    /// The account; the id of an `M…` address is the recipient's.
    public var account: Account
    /// The memo that payments to it need; nil for none. The programs add it where a payment names the contact; a
    /// request that you build of accounts has the memo that you give it.
    public var memo: ColdstarStellar.Memo?
    /// A note, at most 200 bytes; nil for none. It may be someone else's text: escape it before showing it on a
    /// terminal.
    public var note: String?

    /// The parameters are the properties.
    public init(_ name: String, _ account: Account, memo: ColdstarStellar.Memo? = nil, note: String? = nil) {
        (self.name, self.account, self.memo, self.note) = (name, account, memo, note)
    }
}

/// A contract that has a name in the journal. It stands for the contract wherever a token is sent to one.
public struct NamedContract: Hashable, Sendable {
    /// Letters, digits, `_`, `-` and `.`.
    public var name: String
    /// `C…`; or `W…`, with the id by which the contract tells its users apart (CAP-84).
    public var address: ContractAddress
    /// A note, at most 200 bytes; nil for none. It may be someone else's text: escape it before showing it on a
    /// terminal.
    public var note: String?

    /// The parameters are the properties.
    public init(_ name: String, _ address: ContractAddress, note: String? = nil) {
        (self.name, self.address, self.note) = (name, address, note)
    }
}

extension OnlineClient {
    /// What the journal knows of all requests and transactions, of any network: first what needs an action, then what
    /// is settled, and the newest first in each group. No server is asked.
    ///
    /// - Parameters:
    ///   - limit: how many there are at most.
    ///   - settled: whether to list what has ended.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a journal that cannot be read.
    public func history(
        limit: Int = 1000, withSettled settled: Bool = true
    ) throws(ColdstarError) -> [JournalEntry] {
        do throws(Failure) {
            guard let journal = try context.existingJournal() else { return [] }
            let list = try StatusList(
                journal, limit: max(0, limit), withSettled: settled, now: Int64(clamping: now.seconds))
            return list.entries.compactMap { JournalEntry($0) }
        } catch { throw ColdstarError(error) }
    }

    /// The request to sign a transaction, as it was recorded; nil if the journal does not have it. No server is asked.
    ///
    /// With it, a program that was started again shows the request's text once more, and submits what answers it.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a journal or a request that cannot be read.
    public func recordedRequest(_ hash: ColdstarStellar.TransactionHash) throws(ColdstarError) -> SigningRequest? {
        do throws(Failure) {
            guard let journal = try context.existingJournal() else { return nil }
            let found: RecordedRequest?
            do { found = try journal.request(hash: hash.value) } catch { throw Failure(error) }
            guard let found, found.kind == .transaction || found.kind == .challenge else { return nil }
            return try SigningRequest(found, notices: [])
        } catch { throw ColdstarError(error) }
    }

    /// Removes the request for a transaction that will not be signed: its sequence number is free again. Destroy every
    /// copy of it that was carried over; submitting it is refused from then on.
    ///
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/notFound`` if it was not requested here, and
    ///   ``/ColdstarStellar/ColdstarError/Kind/refused`` if it was signed or submitted and can still be applied.
    public func forgetRequest(_ hash: ColdstarStellar.TransactionHash) throws(ColdstarError) {
        do throws(Failure) {
            let journal = try context.journal()
            try RequestRemoval(try HashPrefix(hash.value.hex), in: journal, now: Int64(clamping: now.seconds)).run()
        } catch { throw ColdstarError(error) }
    }

    /// The accounts with names, by name; contracts are in ``namedContracts()``. No server is asked.
    ///
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a journal that cannot be read.
    public func contacts() throws(ColdstarError) -> [NamedAccount] {
        do throws(Failure) {
            return try context.contacts().compactMap { contact in
                guard let account = contact.account else { return nil }
                return NamedAccount(
                    contact.name, Account(account), memo: ColdstarStellar.Memo(wire: contact.memo), note: contact.note)
            }
        } catch { throw ColdstarError(error) }
    }

    /// The contracts with names, by name. No server is asked.
    ///
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a journal that cannot be read.
    public func namedContracts() throws(ColdstarError) -> [NamedContract] {
        do throws(Failure) {
            return try context.contacts().compactMap { contact in
                guard contact.account == nil else { return nil }
                return NamedContract(
                    contact.name, ContractAddress(SCAddress(contact.address)), note: contact.note)
            }
        } catch { throw ColdstarError(error) }
    }

    /// Keeps names for accounts, all or none.
    ///
    /// - Parameters:
    ///   - contacts: with different names.
    ///   - replacing: whether a name in use gets the new account. Otherwise it is an error.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a name, memo or note that cannot be kept, and
    ///   a name in use.
    public func keep(_ contacts: [NamedAccount], replacing: Bool = false) throws(ColdstarError) {
        do throws(Failure) {
            let kept = try contacts.map { contact throws(Failure) in
                try Contact(
                    name: contact.name, address: RecipientAddress(contact.account.value),
                    memo: contact.memo?.value ?? .none, note: contact.note)
            }
            try Contacts(try context.journal()).keep(kept, replacing: replacing)
        } catch { throw ColdstarError(error) }
    }

    /// Keeps names for contracts, all or none.
    ///
    /// - Parameters:
    ///   - contracts: with different names.
    ///   - replacing: whether a name in use gets the new contract. Otherwise it is an error.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a name or note that cannot be kept, an
    ///   address that is no contract's, and a name in use.
    public func keep(contracts: [NamedContract], replacing: Bool = false) throws(ColdstarError) {
        do throws(Failure) {
            let kept = try contracts.map { contract throws(Failure) in
                let address: RecipientAddress = try FieldID.words("the contract").value(
                    of: contract.address.description)
                guard address.account == nil else {
                    throw Failure(.badInput, "\(address.address) is an account, not a contract")
                }
                return try Contact(name: contract.name, address: address, memo: .none, note: contract.note)
            }
            try Contacts(try context.journal()).keep(kept, replacing: replacing)
        } catch { throw ColdstarError(error) }
    }

    /// Removes a name.
    ///
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` if no contact has it.
    public func removeContact(named name: String) throws(ColdstarError) {
        do throws(Failure) { try Contacts(try context.journal()).remove(named: name) } catch {
            throw ColdstarError(error)
        }
    }
}
