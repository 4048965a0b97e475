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

    init(_ contacts: [Contact]) {
        for contact in contacts {
            ids.formUnion(contact.ids)
            switch contact.memo {
            case .pinned(let memo)?: if !memos.contains(memo) { memos.append(memo) }
            case .required(let wanted)?:
                kinds = kinds.map { $0.isEmpty || wanted.isEmpty ? [] : $0.union(wanted) } ?? wanted
            case nil: if contact.ids.isEmpty { isPlain = true }
            }
        }
    }

    /// Whether a payment to the account itself has to carry a memo.
    package var wantsMemo: Bool { !memos.isEmpty || kinds != nil }

    /// Whether the book says who of those at the account is meant.
    var isPinned: Bool { !ids.isEmpty || !memos.isEmpty }

    /// The ids, whether they are those of M addresses or of memos.
    var knownIDs: Set<UInt64> {
        ids.union(memos.compactMap { if case .id(let id) = $0 { id } else { nil } })
    }

    /// Whether the memo is one of the book.
    func has(_ memo: Memo) -> Bool {
        if case .id(let id) = memo, ids.contains(id) { return true }
        return memos.contains(memo)
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

    /// All memos and ids, for a sentence.
    var names: Phrase {
        let memos: [Phrase] = self.memos.map { "the memo \(Phrase($0))" }
        let ids: [Phrase] = self.ids.sorted().map { "the id \($0)" }
        return Phrase(memos + ids, separator: " or ")
    }
}
