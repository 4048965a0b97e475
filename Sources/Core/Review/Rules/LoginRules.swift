// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension Rules {
    /// Checks a login challenge: whether it is valid, and whose it is.
    static func login(_ context: RequestContext, _ findings: inout Findings) {
        guard let verdict = context.login else { return }
        if let fault = verdict.fault {
            return findings.refuse("no valid login: \(fault.phrase)")
        }
        guard let server = verdict.serverKey, let domain = verdict.homeDomain else { return }
        judge(domain, server, context.input.book, &findings)
    }

    /// Checks the login of a contract account (SEP-45), whose challenge is a set of authorization entries.
    static func contractLogin(_ context: RequestContext, _ findings: inout Findings) {
        guard let verdict = context.contractLogin else { return }
        if let fault = verdict.fault {
            return findings.refuse("no valid login: \(fault.phrase)")
        }
        guard let server = verdict.serverKey, let domain = verdict.homeDomain else { return }
        judge(domain, server, context.input.book, &findings)
    }

    /// Whose a valid login is.
    private static func judge(_ domain: [UInt8], _ server: AccountID, _ book: Book, _ findings: inout Findings) {
        let name = Phrase(quoting: domain)
        switch book.domain(String(decoding: domain, as: UTF8.self))?.signingKey {
        case server?: findings.info("a login at \(name), whose key is in the book; moves no money")
        case let other?:
            findings.refuse("the key \(server) is not the one that the book has for \(name), \(other)")
        case nil:
            findings.warn(
                """
                a login at \(name); moves no money. The key \(server) is not in the book: compare it with SIGNING_KEY \
                in the stellar.toml of the domain
                """)
        }
    }

    /// Sequence number 0 is for logins alone; a transaction with another one is never a login.
    static func noLogin(_ context: TransactionContext, _ findings: inout Findings) {
        let transaction = context.transaction
        if transaction.seqNum == 0 {
            findings.refuse(
                context.isInner
                    ? "a login inside a fee bump: a login is never sent to the network"
                    : "the sequence number 0 of a login, but it does not begin as one")
        } else if transaction.beginsLikeChallenge {
            findings.warn(
                "begins like a login, but its sequence number makes it a transaction that the network carries out")
        }
    }
}
