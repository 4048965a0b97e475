// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import LedgerAPI
import Stellar
import StellarXDR

/// Who has signed a transaction and who can still sign, by the accounts as the builder saw them: no server is asked.
struct ExpectedSignatures {
    /// An account whose threshold is not reached.
    struct Open {
        let account: AccountID
        let reached: Int
        let needed: Int
        /// The signers that have not signed, with their weights.
        let signers: [(key: SignerKey, weight: Int)]
    }

    let open: [Open]

    /// - Parameter signatures: all that came back, beside those of the request's envelope.
    /// - Returns: nil if the request does not say who signs for each account.
    init?(_ request: SigningRequest, _ signatures: [DecoratedSignature]) {
        guard request.kind == .transaction, let envelope = request.envelope else { return nil }
        var ledger = HintedLedger(request)
        let hashed = HashedTransaction(envelope, on: request.network)
        var union = CollectedSignatures(hashed, from: "the request")
        for signature in signatures { union.add(signature, from: "the journal") }
        guard let report = try? union.report(in: &ledger) else { return nil }
        open = report.authorities.filter { !$0.isMet }.map { authority in
            Open(
                account: authority.account, reached: authority.reached, needed: max(1, authority.needed),
                signers: authority.signers.filter { !$0.hasSigned && $0.weight > 0 }.map { ($0.key, $0.weight) })
        }
    }

    /// The weight that each account lacks.
    var json: JSON {
        .object(
            JSONObject(open.map { ($0.account.address, JSON.integer(max(1, $0.needed - $0.reached))) }))
    }

    /// A line for each account that more than one key signs for: `1 of 2; anna or cleo can still sign`.
    ///
    /// - Parameter name: the user's name for an account, escaped; nil if it has none.
    func lines(calling name: (AccountID) -> String?) -> [String] {
        open.compactMap { one in
            guard one.reached > 0 || one.signers.count > 1 else { return nil }
            let who = one.signers.map { signer -> String in
                let known: String? = if case .ed25519(let key) = signer.key { name(.ed25519(key)) } else { nil }
                return (known ?? signer.key.address) + (signer.weight == 1 ? "" : " (weight \(signer.weight))")
            }.sorted()
            let place = open.count == 1 ? "" : "\(name(one.account) ?? one.account.address): "
            let still = who.isEmpty ? "no known key can still sign" : "\(Self.list(who)) can still sign"
            return "\(place)\(one.reached) of \(one.needed); \(still)"
        }
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension SigningRequest {
    /// The keys of all accounts' signers as the builder saw them.
    var hintedSigners: [Uint256] {
        guard let accounts = hints["accounts"]?.asObject else { return [] }
        return accounts.members.flatMap { _, account -> [Uint256] in
            (account["signers"]?.asArray ?? []).compactMap { signer in
                guard case .ed25519(let key)? = signer["key"]?.asString.flatMap({ try? SignerKey(address: $0) }) else {
                    return nil
                }
                return key
            }
        }
    }
}

/// The accounts of a request as its builder saw them on the ledger. Everything else is unknown.
private struct HintedLedger: LedgerSource {
    let network: Network
    private let hints: JSON?

    init(_ request: SigningRequest) { (network, hints) = (request.network, request.hints["accounts"]) }

    func ledger() throws(Codec.Failure) -> LedgerRecord { throw Self.unknown }

    func account(_ id: AccountID) throws(Codec.Failure) -> AccountRecord? {
        guard let known = hints?[id.address], let thresholds = known["thresholds"],
            let low: Int = thresholds["low"]?.asInteger(), let medium: Int = thresholds["medium"]?.asInteger(),
            let high: Int = thresholds["high"]?.asInteger(), let signers = known["signers"]?.asArray
        else { throw Self.unknown }
        let found = signers.compactMap { signer -> AccountSigner? in
            guard let key = signer["key"]?.asString.flatMap({ try? SignerKey(address: $0) }),
                let weight: Int = signer["weight"]?.asInteger(), (0...255).contains(weight)
            else { return nil }
            return AccountSigner(key: key, weight: weight, sponsor: nil)
        }
        guard found.count == signers.count else { throw Self.unknown }
        return AccountRecord(
            id: id, sequence: 0, sequenceLedger: nil, sequenceTime: nil, subentryCount: 0, sponsoring: 0, sponsored: 0,
            sponsor: nil, balances: [], signers: found,
            thresholds: AccountRecord.Thresholds(low: low, medium: medium, high: high), flags: AccountRecord.Flags(),
            homeDomain: nil, data: [:], inflationDestination: nil, lastModifiedLedger: 0)
    }

    func claimableBalance(_ id: ClaimableBalanceID) throws(Codec.Failure) -> ClaimableBalanceRecord? {
        throw Self.unknown
    }

    private static var unknown: Codec.Failure {
        Codec.Failure(.noInput, "the request does not say it")
    }
}
