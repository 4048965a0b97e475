// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A recipient of payments.
package struct Contact: Hashable, Sendable {
    /// The memo that a payment to a contact must have.
    package enum MemoRule: Hashable, Sendable {
        /// Any memo, or one of these kinds (`text`, `id`, `hash`, `return`) if there are any.
        case required(kinds: Set<String>)
        case pinned(Memo)
    }

    package var name: String
    package var holder: TokenHolder
    /// The ids under which the contact is known; empty if it is known without one.
    package var ids: Set<UInt64>
    /// Nil for a contract, whose calls have no memo.
    package var memo: MemoRule?

    package init(name: String, _ holder: TokenHolder, ids: Set<UInt64> = [], memo: MemoRule? = nil) {
        self.name = name
        self.holder = holder
        self.ids = ids
        self.memo = memo
    }

    package init(name: String, account: AccountID, ids: Set<UInt64> = [], memo: MemoRule? = nil) {
        self.init(name: name, .account(account), ids: ids, memo: memo)
    }

    /// The account; nil for a contract.
    package var account: AccountID? { if case .account(let account) = holder { account } else { nil } }
}

/// The book's terms for payments to one account.
///
/// An account at an exchange may have several contacts, one for each customer. The id of an M address and a memo of
/// type id identify the same customer.
package struct PaymentTerms: Sendable {
    /// The ids of M addresses.
    private(set) var ids: Set<UInt64> = []
    /// The pinned memos, in the book's order.
    private(set) var memos: [Memo] = []
    /// The kinds of memos, one of which is required; empty if any memo will do, nil if none is required.
    private(set) var kinds: Set<String>?
    /// Whether the account itself is a contact, without an id or memo.
    private(set) var isPlain = false
    /// The ids, whether from M addresses or from memos.
    private(set) var knownIDs: Set<UInt64> = []
    /// The first memos and ids and the number of others, for a sentence.
    private(set) var names: Phrase = ""
    private var memoSet: Set<Memo> = []

    private static let mostNamed = 5

    init(_ contacts: [Contact]) {
        for contact in contacts {
            ids.formUnion(contact.ids)
            switch contact.memo {
            case .pinned(let memo)?: if memoSet.insert(memo).inserted { memos.append(memo) }
            case .required(let wanted)?:
                kinds = kinds.map { $0.isEmpty || wanted.isEmpty ? [] : $0.union(wanted) } ?? wanted
            case nil: if contact.ids.isEmpty { isPlain = true }
            }
        }
        knownIDs = ids.union(memos.compactMap { if case .id(let id) = $0 { id } else { nil } })
        let firstMemos: [Phrase] = memos.prefix(Self.mostNamed).map { "the memo \(Phrase($0))" }
        let firstIDs: [Phrase] = ids.sorted().prefix(Self.mostNamed - firstMemos.count).map { "the id \($0)" }
        names = Phrase(firstMemos + firstIDs, separator: " or ")
        let more = memos.count + ids.count - firstMemos.count - firstIDs.count
        if more > 0 { names.append(" or \(more) more") }
    }

    /// Whether a payment to the account itself must have a memo.
    package var wantsMemo: Bool { !memos.isEmpty || kinds != nil }

    /// Whether the book pins an id or memo, which tells the customers of the account apart.
    var isPinned: Bool { !ids.isEmpty || !memos.isEmpty }

    /// Whether the book has this memo.
    func has(_ memo: Memo) -> Bool {
        if case .id(let id) = memo, ids.contains(id) { return true }
        return memoSet.contains(memo)
    }

    /// Whether id and memo identify someone whom the book has at the account; true if the book has the account
    /// without either.
    ///
    /// - Parameter destination: has an id only if there is no memo.
    func allows(_ destination: RecipientAddress, _ memo: Memo) -> Bool {
        guard isPinned else { return true }
        if let id = destination.id { return knownIDs.contains(id) }
        if has(memo) { return true }
        return (isPlain || kinds != nil) && (memo == .none || memos.isEmpty && memo.kind != "id")
    }
}

/// An account that our keys sign for, with all of its signers.
package struct KnownAccount: Hashable, Sendable {
    package var account: AccountID
    package var masterWeight: UInt32
    /// Never includes the account's own key, whose weight is `masterWeight`: the network has it only once.
    package var signers: [Signer] { didSet { signers = Self.others(signers, of: account) } }
    package var low: UInt32
    package var medium: UInt32
    package var high: UInt32

    package init(
        account: AccountID, masterWeight: UInt32 = 1, signers: [Signer] = [], low: UInt32 = 0, medium: UInt32 = 0,
        high: UInt32 = 0
    ) {
        self.account = account
        self.masterWeight = masterWeight
        self.signers = Self.others(signers, of: account)
        self.low = low
        self.medium = medium
        self.high = high
    }

    private static func others(_ signers: [Signer], of account: AccountID) -> [Signer] {
        signers.filter { $0.key != .ed25519(account.key) }
    }

    /// The Ed25519 keys that can sign for the account: its own and its signers', except those of weight 0.
    var signingKeys: [AccountID] {
        let others = signers.compactMap { signer -> AccountID? in
            if case .ed25519(let key) = signer.key, signer.weight > 0 { .ed25519(key) } else { nil }
        }
        return (masterWeight > 0 ? [account] : []) + others
    }

    /// Whether this key can sign for the account.
    package func isSigned(by key: AccountID) -> Bool {
        (account == key && masterWeight > 0) || signers.contains { $0.key == .ed25519(key.key) && $0.weight > 0 }
    }
}

/// A domain with pinned keys, compared once.
package struct KnownDomain: Hashable, Sendable {
    package var name: String
    /// Signs the domain's login challenges (`SIGNING_KEY`).
    package var signingKey: AccountID?
    /// Signs the domain's SEP-7 links (`URI_REQUEST_SIGNING_KEY`).
    package var linkKey: AccountID?
    /// The accounts that withdrawals through this anchor are paid to.
    package var withdrawalAccounts: Set<AccountID>

    package init(
        name: String, signingKey: AccountID? = nil, linkKey: AccountID? = nil, withdrawalAccounts: Set<AccountID> = []
    ) {
        self.name = name
        self.signingKey = signingKey
        self.linkKey = linkKey
        self.withdrawalAccounts = withdrawalAccounts
    }
}

/// Who signed the book.
package struct BookOwner: Hashable, Sendable {
    /// The key's name, as the book has it.
    package let name: String
    /// The public key that verifies the book, 32 bytes.
    package let listKey: [UInt8]

    package init(name: String, listKey: [UInt8]) {
        self.name = name
        self.listKey = listKey
    }
}
