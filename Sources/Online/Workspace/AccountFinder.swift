// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import HTTP
import Journal
import LedgerAPI
package import Stellar
package import StellarXDR

/// Finds accounts by what users call them. Each name is looked up once, and so is each domain of names.
package struct AccountFinder: Sendable {
    private let context: OnlineContext
    private var contacts: Contacts?
    private var files: DomainFiles?
    private var known: [AccountReference: FoundAccount] = [:]

    package init(_ context: OnlineContext) { self.context = context }

    /// - Parameter field: the input that names the account, for errors.
    package mutating func find(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> FoundAccount {
        switch reference {
        // Addresses are not cached, because a batch has very many.
        case .address(let account): return FoundAccount(account)
        case .contact(let name):
            return try cached(reference) { finder throws(Failure) in try finder.contact(name, field) }
        case .federation(let name, let written):
            return try cached(reference) { finder throws(Failure) in try finder.resolve(name, written, field) }
        }
    }

    /// Finds whom a name stands for, an account or a contract.
    ///
    /// - Parameter field: the input that names the recipient, for errors.
    package mutating func recipient(
        _ reference: RecipientReference, _ field: FieldID
    ) throws(Failure) -> FoundRecipient {
        switch reference {
        case .contract(let contract, let id): return .contract(RecipientAddress(.contract(contract), id: id))
        case .account(let account):
            if let contract = try contract(called: account) { return contract }
            return .account(try find(account, field))
        }
    }

    /// The contract that a contact's name stands for; nil for everything else.
    package mutating func contract(called reference: AccountReference) throws(Failure) -> FoundRecipient? {
        guard case .contact(let name) = reference, let contact = try book()?.contact(named: name),
            contact.account == nil
        else { return nil }
        return .contract(contact.address, name: contact.name)
    }

    /// A contract that is to be called or looked at: `C…`, or a contact that is one.
    package mutating func contract(_ text: String, _ field: FieldID) throws(Failure) -> ContractID {
        if let reference = try? AccountReference(text: text),
            case .contract(let id)? = try contract(called: reference)?.address.holder
        {
            return id
        }
        return try field.value(of: text, as: ContractReference.self).id
    }

    /// The accounts of several references, each once, in their order.
    package mutating func distinct(_ references: [AccountReference], _ field: FieldID) throws(Failure) -> [AccountID] {
        var found: [AccountID] = []
        for reference in references {
            let account = try find(reference, field).account.account
            if !found.contains(account) { found.append(account) }
        }
        return found
    }

    private mutating func cached(
        _ reference: AccountReference, _ search: (inout AccountFinder) throws(Failure) -> FoundAccount
    ) throws(Failure) -> FoundAccount {
        if let found = known[reference] { return found }
        let found = try search(&self)
        known[reference] = found
        return found
    }

    private mutating func contact(_ name: String, _ field: FieldID) throws(Failure) -> FoundAccount {
        let contacts = try book()
        if let contact = try contacts?.contact(named: name) {
            guard let account = contact.account else {
                throw Failure(
                    .badInput, field, "\(contact.name) is the contract \(contact.address.address), not an account")
            }
            return FoundAccount(account, contact.name, .contact, memo: contact.memo)
        }
        let names = try contacts?.all().map(\.name) ?? []
        // It may be a mistyped address, whose error is more specific.
        do { return FoundAccount(try MuxedAccount(address: name), name, .address) } catch {
            throw Failure(
                .badInput, field, "no contact is called \(TerminalText.escape(name)), and it is \(error.message)",
                hint: .suggestion(for: name, among: names, "to see the contacts: \(step: .build(.listContacts))"))
        }
    }

    private mutating func resolve(
        _ name: FederationName, _ written: String, _ field: FieldID
    ) throws(Failure) -> FoundAccount {
        guard !context.isOffline else {
            throw Failure(.usage, field, "a federation name needs the network, and cannot be used offline")
        }
        let federation = Federation(try domainFiles(), allowsLoopback: try context.horizon().allowsLoopback)
        do {
            let record = try federation.resolve(name)
            return FoundAccount(record.account, written, .federation, memo: record.memo)
        } catch {
            throw Failure(error, field)
        }
    }

    /// The `stellar.toml` files that this finder and others of the same run need.
    package mutating func domainFiles() throws(Failure) -> DomainFiles {
        if let files { return files }
        let made = DomainFiles(by: try context.horizon().transport())
        files = made
        return made
    }

    /// The contacts; nil when there is no journal.
    private mutating func book() throws(Failure) -> Contacts? {
        if let contacts { return contacts }
        contacts = try context.existingJournal().map { Contacts($0) }
        return contacts
    }
}

/// An account or a contract resolved from user input.
package enum FoundRecipient: Hashable, Sendable {
    case account(FoundAccount)
    /// - Parameter name: the contact's; nil if the address was given.
    case contract(RecipientAddress, name: String? = nil)

    package var address: RecipientAddress {
        switch self {
        case .account(let found): RecipientAddress(found.account)
        case .contract(let address, _): address
        }
    }
}

/// An account resolved from user input.
package struct FoundAccount: Hashable, Sendable {
    /// The source that resolved the name.
    package enum Origin: Hashable, Sendable {
        case address, contact, federation
    }

    package let account: MuxedAccount
    /// The name as written; nil if it was the address.
    private let written: String?
    package let origin: Origin
    /// The memo that payments to it require; `.none` if none is known.
    package let memo: Memo

    package init(_ account: MuxedAccount, _ name: String, _ origin: Origin, memo: Memo = .none) {
        self.account = account
        written = name
        self.origin = origin
        self.memo = memo
    }

    /// An account named by its address, like most in a batch.
    package init(_ account: MuxedAccount, memo: Memo = .none) {
        self.account = account
        written = nil
        origin = .address
        self.memo = memo
    }

    /// The name as written.
    package var name: String { written ?? account.address }

    /// The memo of a transaction that pays this account.
    ///
    /// - Parameters:
    ///   - memo: the memo of the transaction, or the one that the user gave.
    ///   - isFixed: whether the transaction exists already, so that no memo can be added.
    package func memo(beside memo: Memo, isFixed: Bool = false, _ field: FieldID) throws(Failure) -> Memo {
        guard self.memo != .none, self.memo != memo else { return memo }
        guard memo == .none, !isFixed else {
            throw Failure(
                .badInput,
                field,
                "payments to \(label) need the memo \(self.memo.shown), "
                    + (memo == .none ? "and the transaction has none" : "not \(memo.shown)"),
                hint: "a transaction has one memo; make another transaction for this payment")
        }
        return self.memo
    }

    /// The name for display, escaped.
    var label: String { AccountNames.escaped(name) }
}

extension Memo {
    /// The kind and escaped value, in the form of `--memo` when nothing had to be escaped.
    package var argument: String { value.map { "\(kind):\($0)" } ?? kind }
}

/// The names of a transaction's accounts on the online side.
package struct AccountNames: Hashable, Sendable {
    private var found: [FoundRecipient] = []
    private var names: [AccountID: String] = [:]

    package init() {}

    /// Adds the name of an account that was not given by its address.
    package mutating func add(_ account: FoundAccount) {
        guard account.origin != .address, names[account.account.account] == nil else { return }
        names[account.account.account] = account.name
        found.append(.account(account))
    }

    /// Adds the name of an account or a contract that was not given by its address.
    package mutating func add(_ recipient: FoundRecipient) {
        switch recipient {
        case .account(let account): add(account)
        case .contract(_, nil): break
        case .contract: if !found.contains(recipient) { found.append(recipient) }
        }
    }

    /// The name under which the account was found first.
    package func name(of account: AccountID) -> String? { names[account] }

    /// A line for each name, with the account it resolved to and the source of that statement.
    package var lines: [String] {
        found.map { recipient in
            switch recipient {
            case .account(let account):
                let memo = account.memo == .none ? "" : ", memo \(account.memo.shown)"
                let origin = account.origin == .contact ? "a contact" : "by federation"
                return "name      \(account.label) is \(account.account.address)\(memo) (\(origin))"
            case .contract(let contract, let name):
                return "name      \(name ?? "") is \(contract.address) (a contact)"
            }
        }
    }

    static func escaped(_ text: String) -> String { TerminalText.escape(text) }
}
