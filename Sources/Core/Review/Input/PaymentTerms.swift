// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

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
    func allows(_ destination: MuxedAccount, _ memo: Memo) -> Bool {
        guard isPinned else { return true }
        if let id = destination.id { return knownIDs.contains(id) }
        if has(memo) { return true }
        return (isPlain || kinds != nil) && (memo == .none || memos.isEmpty && memo.kind != "id")
    }
}
