// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Review
package import Stellar
package import StellarXDR

/// A request from which the book takes addresses, so that no one has to type them. Nothing of what it says is verified:
/// a person compares it before it is taken.
package struct BookRequest {
    private let transaction: Transaction
    private let claims: Claims
    private let origin: String

    /// - Throws: `.badInput` for anything but a request with a transaction.
    package init(_ given: TransactionInput) throws(Failure) {
        guard case .request(let request) = given.input.content, case .transaction(let envelope) = request.content else {
            throw Failure(.badInput, "\(given.origin) is not a request with a transaction")
        }
        transaction = envelope.innermost
        var claims = Claims()
        claims.take(hints: .object(request.hints))
        self.claims = claims
        origin = given.origin
    }

    /// What to show above the changes.
    package static let remark = "From a request, unverified: compare every address and weight with those who know them."

    /// Whom the transaction pays, also through a token's contract, or the account that the request calls by this name.
    package func recipient(called name: String) throws(Failure) -> RecipientAddress {
        var paid: [RecipientAddress] = []
        for operation in transaction.operations {
            for address in Self.recipients(of: operation.body) where !paid.contains(address) { paid.append(address) }
        }
        if let named = try account(called: name) {
            let same = paid.filter { $0.holder == .account(named) }
            return same.count == 1 ? same[0] : RecipientAddress(.account(named))
        }
        guard let first = paid.first else { throw Failure(.badInput, "\(origin): the transaction pays no one") }
        guard paid.count == 1 else {
            let kind = paid.allSatisfy { $0.account != nil } ? "accounts" : "accounts and contracts"
            throw Failure(
                .badInput,
                "\(origin): the transaction pays \(paid.count) \(kind), and none of them is called \(name) there",
                hint: "give the address: \(paid.prefix(5).map(\.address).joined(separator: ", "))")
        }
        return first
    }

    private static func recipients(of body: OperationBody) -> [RecipientAddress] {
        guard case .invokeHostFunction(let op) = body else {
            return body.facts.destination.map { [RecipientAddress($0)] } ?? []
        }
        return op.calls.compactMap(\.recipient)
    }

    /// An account with its signers and thresholds, as the request says that the ledger has it.
    ///
    /// - Parameter text: its address; or a name, for the account that the request calls so, or else the one whose
    ///   transaction it is.
    /// - Returns: also whether the text is a name.
    package func knownAccount(_ text: String) throws(Failure) -> (account: KnownAccount, isNamed: Bool) {
        let address = try? AccountID(address: text)
        let named = if let address { address } else { try account(called: text) }
        let account = named ?? transaction.sourceAccount.account
        guard let known = claims.account(account) else {
            throw Failure(
                .badInput, "\(origin) does not say who signs for \(account.address)",
                hint: "a request that was built with the network does, for each account that has to sign it")
        }
        return (known, address == nil)
    }

    /// Whether the transaction changes who can sign for an account: what the request says of it is then soon no longer
    /// true.
    package func changesSigners(of account: AccountID) -> Bool {
        transaction.operations.contains { operation in
            guard case .set? = operation.body.facts.authority else { return false }
            return (operation.sourceAccount ?? transaction.sourceAccount).account == account
        }
    }

    /// - Throws: `.badInput` if the request has the name for several accounts.
    private func account(called name: String) throws(Failure) -> AccountID? {
        let found = Set(claims.names.filter { ContactName.areSame($0.name, name) }.map(\.account))
        guard found.count < 2 else {
            throw Failure(.badInput, "\(origin) calls \(found.count) accounts \(TerminalText.escape(name))")
        }
        return found.first
    }
}

extension Book {
    /// The book with an account more, and with its name if it was given by one.
    ///
    /// - Parameter text: an address, or a name that becomes a contact.
    package func adding(
        accountIn request: BookRequest, as text: String, replacing: Bool
    ) throws(Failure) -> Book {
        let (known, isNamed) = try request.knownAccount(text)
        guard !request.changesSigners(of: known.account) else {
            throw Failure(
                .badInput,
                "this request changes who signs for \(known.account.address): what it says would soon be wrong",
                hint: "take it from the next request of the account, once this one is applied")
        }
        var book = try adding(known, replacing: replacing)
        if isNamed, !names(of: MuxedAccount(known.account)).contains(where: { ContactName.areSame($0, text) }) {
            try Contact.check(name: text)
            book = try book.adding(
                try Contact(named: text, RecipientAddress(.account(known.account)), memo: nil), replacing: replacing)
        }
        return book
    }
}
