// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// What the contacts of the book say about payments to one account.
///
/// Of an account at an exchange there may be several, one for each customer. An id of an M address and a memo of the type id
/// name the same customer.
package struct PaymentTerms: Sendable {
    /// The ids of M addresses.
    private(set) var ids: Set<UInt64> = []
    /// The pinned memos, in the order of the book.
    private(set) var memos: [Memo] = []
    /// Kinds of memos, one of which is wanted; empty when any is, nil when none is.
    private(set) var kinds: Set<String>?
    /// Whether the account is a contact by itself, without id or memo.
    private(set) var isPlain = false
    /// The ids, whether they are those of M addresses or of memos.
    private(set) var knownIDs: Set<UInt64> = []
    /// The first memos and ids and how many more there are, for a sentence.
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

    /// Whether a payment to the account itself has to carry a memo.
    package var wantsMemo: Bool { !memos.isEmpty || kinds != nil }

    /// Whether the book says who of those at the account is meant.
    var isPinned: Bool { !ids.isEmpty || !memos.isEmpty }

    /// Whether the memo is one of the book.
    func has(_ memo: Memo) -> Bool {
        if case .id(let id) = memo, ids.contains(id) { return true }
        return memoSet.contains(memo)
    }

    /// Whether id and memo name someone whom the book has at the account; true where it has the account without either.
    ///
    /// - Parameter destination: with an id only where there is no memo.
    func allows(_ destination: MuxedAccount, _ memo: Memo) -> Bool {
        guard isPinned else { return true }
        if let id = destination.id { return knownIDs.contains(id) }
        if has(memo) { return true }
        return (isPlain || kinds != nil) && (memo == .none || memos.isEmpty && memo.kind != "id")
    }
}
