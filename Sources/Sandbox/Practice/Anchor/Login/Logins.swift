// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import Stellar
import StellarXDR

/// SEP-10: challenges and tokens.
extension PracticeAnchor {
    private static let mostChallenges = 10_000

    func logIn(_ request: AnchorRequest) async throws(AnchorProblem) -> AnchorReply {
        switch request.method {
        case "GET": try challenge(request)
        case "POST": try await token(request)
        default: throw .methodNotAllowed
        }
    }

    private func challenge(_ request: AnchorRequest) throws(AnchorProblem) -> AnchorReply {
        let query = try request.query()
        let session = try Self.client(query)
        let homeDomain = try homeDomain(query, request.site)
        let now = now
        let maker = Challenge(accounts: accounts, site: request.site)
        guard let envelope = maker.make(for: session, homeDomain: homeDomain, nonce: randomness.bytes(48), at: now)
        else { throw AnchorProblem("No challenge can be made for this.") }
        try remember(envelope.hash(on: accounts.network))
        return AnchorReply([
            "transaction": .string(Base64.encode(envelope.xdr)),
            "network_passphrase": .string(accounts.network.passphrase),
        ])
    }

    /// The home domain that a client asks for; of both kinds of login, the anchor knows no client domain.
    func homeDomain(_ query: Fields, _ site: AnchorSite) throws(AnchorProblem) -> String {
        let homeDomain = query["home_domain"] ?? site.domain
        guard site.domains.contains(homeDomain) else {
            throw AnchorProblem("'home_domain' must be \(site.domains.joined(separator: " or ")).")
        }
        guard query["client_domain"] == nil else {
            throw AnchorProblem("'client_domain' is not possible here: the practice anchor asks no other domain.")
        }
        return homeDomain
    }

    /// Remembers a challenge, by the hash of what is signed, for as long as it is valid.
    func remember(_ hash: TransactionHash) throws(AnchorProblem) {
        let now = now
        challenges = challenges.filter { $0.value >= now }
        guard challenges.count < Self.mostChallenges else { throw .full }
        challenges[hash] = now + Challenge.lifetime
    }

    private static func client(_ query: Fields) throws(AnchorProblem) -> Session {
        let address = try query.required("account")
        guard let account = try? MuxedAccount(address: address) else {
            throw AnchorProblem("'account' must be an address G... or M....")
        }
        guard let text = query["memo"] else { return Session(account, memo: nil) }
        guard query["memo_type"] ?? "id" == "id", case .id(let memo)? = try? Memo(argument: "id:\(text)") else {
            throw AnchorProblem("'memo' must be of the type id, a number of 64 bits.")
        }
        guard account.id == nil else { throw AnchorProblem("'memo' does not go with an address M....") }
        return Session(account, memo: memo)
    }

    private func token(_ request: AnchorRequest) async throws(AnchorProblem) -> AnchorReply {
        let text = try request.fields().required("transaction")
        guard let bytes = try? Base64.decode(text, skippingWhiteSpace: true),
            let envelope = try? TransactionEnvelope(xdr: bytes)
        else { throw AnchorProblem("'transaction' is not a transaction envelope in base64.") }
        let ledger = await ledger.snapshot().state
        let now = now
        let checker = Challenge(accounts: accounts, site: request.site)
        let session = try checker.session(of: envelope, on: ledger, at: now)
        let hash = envelope.hash(on: accounts.network)
        guard challenges[hash] != nil else { throw AnchorProblem("The transaction is not a challenge of this anchor.") }
        let token = tokens.token(
            for: session, issuer: "\(request.site.url)/auth", id: randomness.identifier(), at: now)
        return AnchorReply(["token": .string(token)])
    }
}

/// The account that is logged in.
struct Session: Hashable, Sendable {
    private enum Holder: Hashable, Sendable {
        case account(MuxedAccount)
        case contract(ContractID)
    }

    private let holder: Holder
    /// Distinguishes the users of one `G…` account.
    let memo: UInt64?

    init(_ account: MuxedAccount, memo: UInt64?) {
        holder = .account(account)
        self.memo = memo
    }

    init(_ contract: ContractID) {
        holder = .contract(contract)
        memo = nil
    }

    /// The account; nil for a contract.
    var account: MuxedAccount? { if case .account(let account) = holder { account } else { nil } }

    /// `G…`, `M…` or `C…`.
    var address: String {
        switch holder {
        case .account(let account): account.address
        case .contract(let contract): StrKey.contract(contract).text
        }
    }

    /// `G…`, `G…:memo`, `M…` or `C…`, as in a token's `sub`.
    var subject: String { address + (memo.map { ":\($0)" } ?? "") }

    /// Parses a token's subject; nil for any other text.
    init?(subject: String) {
        let parts = subject.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 1, case .contract(let contract)? = try? StrKey(subject) {
            self.init(contract)
            return
        }
        guard parts.count <= 2, let account = try? MuxedAccount(address: String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            self.init(account, memo: nil)
            return
        }
        guard account.id == nil, let memo = UInt64(parts[1]) else { return nil }
        self.init(account, memo: memo)
    }

    /// The number that distinguishes the users of one key, from a memo or an `M…` address.
    var number: UInt64? { memo ?? account?.id }
}

/// Issues and verifies the anchor's tokens. The key is random and lives as long as the process.
///
/// - Source: RFC 7519, RFC 7515 (HS256).
final class TokenMaker: Sendable {
    /// The validity of a token, in seconds.
    static let lifetime: UInt64 = 3600

    private let key: SecretBytes

    init(_ randomness: some Randomness) throws(SodiumError) {
        key = try randomness.secret(32)
    }

    /// - Parameters:
    ///   - issuer: the URL at which the token is issued.
    ///   - id: unique for every login.
    func token(for session: Session, issuer: String, id: String, at now: UInt64) -> String {
        let header: JSON = ["alg": "HS256", "typ": "JWT"]
        let claims: JSON = [
            "iss": .string(issuer), "sub": .string(session.subject), "iat": .integer(now),
            "exp": .integer(now + Self.lifetime), "jti": .string(id),
        ]
        let signed = Base64URL.encode(Array(header.text().utf8)) + "." + Base64URL.encode(Array(claims.text().utf8))
        return signed + "." + Base64URL.encode(HMACSHA256.authenticate(Array(signed.utf8), key: key))
    }

    enum TokenError: Error {
        /// The token was not issued by this anchor, or was altered.
        case foreign
        case expired
    }

    func session(_ token: String, at now: UInt64) throws(TokenError) -> Session {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let authenticator = try? Base64URL.decode(parts[2]) else { throw .foreign }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        // Parse the claims only after the signature has been verified.
        guard HMACSHA256.verify(authenticator, message: signed, key: key), let bytes = try? Base64URL.decode(parts[1]),
            let claims = try? JSON(parsing: bytes), let expiry: UInt64 = claims["exp"]?.asInteger(),
            let session = claims["sub"]?.asString.flatMap(Session.init(subject:))
        else { throw .foreign }
        guard now < expiry else { throw .expired }
        return session
    }
}
