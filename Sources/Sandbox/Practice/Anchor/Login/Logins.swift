// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import Stellar
import StellarXDR

/// SEP-10: challenges and tokens.
extension PracticeAnchor {
    private static let mostChallenges = 10_000

    func logIn(_ request: AnchorRequest) async throws(AnchorRefusal) -> AnchorReply {
        switch request.method {
        case "GET": try challenge(request)
        case "POST": try await token(request)
        default: throw .methodNotAllowed
        }
    }

    private func challenge(_ request: AnchorRequest) throws(AnchorRefusal) -> AnchorReply {
        let query = try request.query()
        let session = try Self.client(query)
        let homeDomain = try homeDomain(query, request.site)
        let now = now
        let maker = Challenge(accounts: accounts, site: request.site)
        guard let envelope = maker.make(for: session, homeDomain: homeDomain, nonce: randomness.bytes(48), at: now)
        else { throw AnchorRefusal("No challenge can be made for this.") }
        try remember(envelope.hash(on: accounts.network))
        return AnchorReply([
            "transaction": .string(Base64.encode(envelope.xdr)),
            "network_passphrase": .string(accounts.network.passphrase),
        ])
    }

    /// The home domain that a client asks for; of both kinds of login, the anchor knows no client domain.
    func homeDomain(_ query: Fields, _ site: AnchorSite) throws(AnchorRefusal) -> String {
        let homeDomain = query["home_domain"] ?? site.domain
        guard site.domains.contains(homeDomain) else {
            throw AnchorRefusal("'home_domain' must be \(site.domains.joined(separator: " or ")).")
        }
        guard query["client_domain"] == nil else {
            throw AnchorRefusal("'client_domain' is not possible here: the practice anchor asks no other domain.")
        }
        return homeDomain
    }

    /// Remembers a challenge, by the hash of what is signed, for as long as it is valid.
    func remember(_ hash: TransactionHash) throws(AnchorRefusal) {
        let now = now
        challenges = challenges.filter { $0.value >= now }
        guard challenges.count < Self.mostChallenges else { throw .full }
        challenges[hash] = now + Challenge.lifetime
    }

    private static func client(_ query: Fields) throws(AnchorRefusal) -> Session {
        let address = try query.required("account")
        guard let account = try? MuxedAccount(address: address) else {
            throw AnchorRefusal("'account' must be an address G... or M....")
        }
        guard let text = query["memo"] else { return Session(account, memo: nil) }
        guard query["memo_type"] ?? "id" == "id", case .id(let memo)? = try? Memo(argument: "id:\(text)") else {
            throw AnchorRefusal("'memo' must be of the type id, a number of 64 bits.")
        }
        guard account.id == nil else { throw AnchorRefusal("'memo' does not go with an address M....") }
        return Session(account, memo: memo)
    }

    private func token(_ request: AnchorRequest) async throws(AnchorRefusal) -> AnchorReply {
        let text = try request.fields().required("transaction")
        guard let bytes = try? Base64.decode(text, skippingWhiteSpace: true),
            let envelope = try? TransactionEnvelope(xdr: bytes)
        else { throw AnchorRefusal("'transaction' is not a transaction envelope in base64.") }
        let ledger = await ledger.snapshot().state
        let now = now
        let checker = Challenge(accounts: accounts, site: request.site)
        let session = try checker.session(of: envelope, on: ledger, at: now)
        let hash = envelope.hash(on: accounts.network)
        guard challenges[hash] != nil else { throw AnchorRefusal("The transaction is not a challenge of this anchor.") }
        let token = tokens.token(
            for: session, issuer: "\(request.site.url)/auth", id: randomness.identifier(), at: now)
        return AnchorReply(["token": .string(token)])
    }
}
