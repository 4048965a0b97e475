// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import Stellar
import StellarXDR

/// SEP-45: challenges and tokens for contract accounts.
extension PracticeAnchor {
    func logInContract(_ request: AnchorRequest) async throws(AnchorRefusal) -> AnchorReply {
        switch request.method {
        case "GET": return try await contractChallenge(request)
        case "POST": return try await contractToken(request)
        default: throw .methodNotAllowed
        }
    }

    private func contractChallenge(_ request: AnchorRequest) async throws(AnchorRefusal) -> AnchorReply {
        let query = try request.query()
        guard case .contract(let account)? = try? StrKey(try query.required("account")) else {
            throw AnchorRefusal("'account' must be an address C....")
        }
        let homeDomain = try homeDomain(query, request.site)
        let snapshot = try await snapshotWithLoginAccount()
        let randomness = randomness
        let entries = try ContractChallenge(accounts: accounts, site: request.site).make(
            for: account, homeDomain: homeDomain, nonce: randomness.bytes(48), random: { randomness.number() },
            on: snapshot)
        guard let root = entries.first?.rootInvocation else { throw .full }
        try remember(Self.hash(root))
        return AnchorReply([
            "authorization_entries": .string(Base64.encode(entries.xdr)),
            "network_passphrase": .string(accounts.network.passphrase),
        ])
    }

    private func contractToken(_ request: AnchorRequest) async throws(AnchorRefusal) -> AnchorReply {
        let text = try request.fields().required("authorization_entries")
        guard let bytes = try? Base64.decode(text, skippingWhiteSpace: true),
            let entries = try? [SorobanAuthorizationEntry](xdr: bytes), let root = entries.first?.rootInvocation
        else { throw AnchorRefusal("'authorization_entries' is not a list of authorization entries in base64.") }
        let snapshot = await ledger.snapshot()
        let session = try ContractChallenge(accounts: accounts, site: request.site).session(of: entries, on: snapshot)
        guard challenges.removeValue(forKey: Self.hash(root)) != nil else {
            throw AnchorRefusal("The authorization entries are not a challenge of this anchor, or were used before.")
        }
        let token = tokens.token(
            for: session, issuer: "\(request.site.url)/sep45", id: randomness.identifier(), at: now)
        return AnchorReply(["token": .string(token)])
    }

    /// Contracts can check the anchor's signature only if its login key has an account.
    private func snapshotWithLoginAccount() async throws(AnchorRefusal) -> Snapshot {
        if await ledger.snapshot().state.accounts[accounts.login.id] == nil {
            _ = try? await ledger.fund(accounts.login.id)
        }
        return await ledger.snapshot()
    }

    private static func hash(_ invocation: SorobanAuthorizedInvocation) -> TransactionHash {
        TransactionHash(Hash(sha256: invocation.xdr))
    }
}

extension Randomness {
    /// A number that is not negative.
    fileprivate func number() -> Int64 {
        Int64(bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 1)
    }
}
