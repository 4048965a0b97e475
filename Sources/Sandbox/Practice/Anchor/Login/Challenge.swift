// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import Stellar
import StellarXDR

/// The transactions that clients sign to log in.
///
/// - Source: SEP-10 §Challenge, §Token.
struct Challenge {
    /// The validity of a challenge, in seconds.
    static let lifetime: UInt64 = 900

    let accounts: PracticeAccounts
    let site: AnchorSite

    /// A challenge for a client, signed by the anchor.
    func make(for session: Session, homeDomain: String, nonce: [UInt8], at now: UInt64) -> TransactionEnvelope? {
        let value = Array(Base64.encode(nonce).utf8)
        guard let client = session.account, let first = Self.data("\(homeDomain) auth", value, by: client),
            let second = Self.data(
                "web_auth_domain", Array(site.domain.utf8), by: MuxedAccount(accounts.login.id))
        else { return nil }
        let draft = TransactionDraft(
            source: MuxedAccount(accounts.login.id), sequence: 0, feePerOperation: TransactionDraft.minimumFee,
            conditions: .time(TimeBounds(minTime: now, maxTime: now + Self.lifetime)),
            memo: session.memo.map(Memo.id) ?? .none, operations: [first, second])
        return (try? draft.envelope()).map { accounts.login.sign($0, on: accounts.network) }
    }

    private static func data(_ name: String, _ value: [UInt8], by source: MuxedAccount) -> Operation? {
        guard let name = String64(Array(name.utf8)), let value = DataValue(value) else { return nil }
        return Operation(
            sourceAccount: source, body: .manageData(ManageDataOp(dataName: name, dataValue: value)))
    }

    /// The session of a signed challenge, after all of a server's checks except whether the server issued the
    /// challenge.
    func session(of envelope: TransactionEnvelope, on ledger: LedgerState, at now: UInt64) throws(AnchorProblem)
        -> Session
    {
        guard case .tx(let v1) = envelope else { throw Self.invalid("is of another kind than the challenge was") }
        let transaction = v1.tx
        guard transaction.sourceAccount == MuxedAccount(accounts.login.id) else {
            throw Self.invalid("has another source account than the anchor's signing key")
        }
        guard transaction.seqNum == 0 else { throw Self.invalid("has a sequence number other than zero") }
        guard let bounds = transaction.cond.timeBounds, bounds.maxTime > 0 else {
            throw Self.invalid("has no time bounds")
        }
        guard bounds.minTime <= now, now <= bounds.maxTime else {
            throw Self.invalid("has expired, or is not yet valid")
        }
        let session = try session(in: transaction)
        try checkSignatures(of: envelope, session, ledger)
        return session
    }

    private func session(in transaction: Transaction) throws(AnchorProblem) -> Session {
        guard let first = transaction.operations.first, let client = first.sourceAccount,
            case .manageData(let nonce) = first.body
        else { throw Self.invalid("does not begin with a manage_data operation that has a source account") }
        let names = site.domains.map { Array("\($0) auth".utf8) }
        guard names.contains(nonce.dataName.bytes) else { throw Self.invalid("is for another home domain") }
        guard nonce.dataValue?.bytes.count == 64 else { throw Self.invalid("has no nonce of 64 bytes") }
        for operation in transaction.operations.dropFirst() {
            guard case .manageData(let data) = operation.body,
                operation.sourceAccount == MuxedAccount(accounts.login.id)
            else { throw Self.invalid("has an operation that is not the anchor's manage_data") }
            guard
                data.dataName.bytes != Array("web_auth_domain".utf8)
                    || site.domains.contains(where: { Array($0.utf8) == data.dataValue?.bytes })
            else { throw Self.invalid("names another web_auth_domain") }
        }
        switch transaction.memo {
        case .none: return Session(client, memo: nil)
        case .id(let memo) where client.id == nil: return Session(client, memo: memo)
        default: throw Self.invalid("has a memo that is not an id, or a memo together with an M address")
        }
    }

    /// Requires the anchor's signature, enough weight of the client's signers, and no other signatures.
    private func checkSignatures(
        of envelope: TransactionEnvelope, _ session: Session, _ ledger: LedgerState
    ) throws(AnchorProblem) {
        let server = accounts.login.id.key
        guard let client = session.account else { throw Self.invalid("is not of an account") }
        let account = ledger.accounts[client.account]
        let weights = account.map(Self.weights) ?? [client.key: 1]
        let keys = Array(weights.keys.filter { $0 != server })
        let signers = envelope.signers(among: [server] + keys, on: accounts.network)
        guard signers.contains(server) else { throw Self.invalid("is not signed by the anchor") }
        let clients = signers.filter { $0 != server }
        guard !clients.contains(nil) else {
            throw Self.invalid("has a signature that is of no signer of the account")
        }
        guard Set(signers).count == signers.count else { throw Self.invalid("is signed twice by the same key") }
        guard !clients.isEmpty else { throw Self.invalid("is not signed by the client") }
        let weight = clients.reduce(0) { $0 + min(Int(weights[$1 ?? server] ?? 0), 255) }
        let needed = max(Int(account?.thresholds.medium ?? 0), 1)
        guard weight >= needed else {
            throw Self.invalid("is signed with a weight of \(weight), but the account needs \(needed)")
        }
    }

    private static func weights(_ account: Account) -> [Uint256: UInt32] {
        let keys = account.allSigners.compactMap { signer -> (Uint256, UInt32)? in
            guard case .ed25519(let key) = signer.key else { return nil }
            return (key, signer.weight)
        }
        return Dictionary(keys) { first, _ in first }
    }

    private static func invalid(_ reason: String) -> AnchorProblem { AnchorProblem("The transaction \(reason).") }
}
