// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The book's names for accounts, as JSON: by address, each with all its names.
enum NamesJSON {
    static func value(_ accounts: [AccountID], _ book: Book) -> JSON {
        .object(
            JSONObject(
                accounts.compactMap { account in
                    let names = book.names(of: MuxedAccount(account))
                    if names.isEmpty { return nil }
                    return (account.address, .array(names.map { .string(TerminalText.escape($0)) }))
                }))
    }

    /// The names of every account that appears in the reviewed content.
    static func value(_ review: Review) -> JSON {
        let keys: Set<Uint256> =
            switch review.content {
            case .transaction(let transaction): AccountCollector.keys(in: transaction)
            case .feeBump(let bump): AccountCollector.keys(in: bump)
            case .authorization(let asked): AccountCollector.keys(in: asked.entry)
            case .message, .chainMessage, .file, .nothing: []
            }
        return value(keys.map { .ed25519($0) }.sorted { $0.address < $1.address }, review.book)
    }
}
