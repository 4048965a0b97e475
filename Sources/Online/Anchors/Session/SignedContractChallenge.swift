// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Building
package import Codec
package import HTTP
package import Handoff
package import LedgerAPI
import Review
package import Stellar
package import StellarXDR

/// A contract account's login challenge that came back from the signer, valid as far as that can be checked without a
/// network.
///
/// - Source: SEP-45 §Token.
package struct SignedContractChallenge: Sendable {
    private let signed: SignedLoginEntry
    private let clientDomain: SignedLoginEntry?
    private let verdict: ContractChallengeVerdict

    /// - Parameters:
    ///   - signed: the response for the account's entry.
    ///   - clientDomain: that for the client domain's entry; nil if there is none, or it is signed already.
    /// - Throws: `.badInput` for what is not a login, or for a response to another challenge.
    package init(_ signed: SignedLoginEntry, clientDomain: SignedLoginEntry?) throws(Failure) {
        (self.signed, self.clientDomain) = (signed, clientDomain)
        verdict = Self.verdict(on: signed, ContractChallengeExpectation())
        if let fault = verdict.fault {
            throw Failure(
                .badInput,
                "\(signed.origin): this is not a login that can be sent back: \(fault.phrase.plain) (\(fault.rawValue))"
            )
        }
        guard case .contract(let client)? = Self.address(of: signed), client == verdict.client else {
            throw Failure(
                .badInput, "\(signed.origin): this is the entry of the client domain, not that of the account",
                hint: "give it with \(field: .clientDomainResponse), beside the response for the account")
        }
        if let clientDomain { try check(clientDomain) }
    }

    package var network: Network { signed.network }

    private static func address(of signed: SignedLoginEntry) -> SCAddress? {
        signed.asked.entry.credentials.address?.address
    }

    private static func verdict(
        on signed: SignedLoginEntry, _ expected: ContractChallengeExpectation
    ) -> ContractChallengeVerdict {
        var expected = expected
        expected.signer = address(of: signed)
        expected.expirationLedger = signed.asked.expirationLedger
        return ContractChallengeVerdict(
            [signed.asked.entry] + signed.asked.siblings, expecting: expected, on: signed.network)
    }

    private func check(_ other: SignedLoginEntry) throws(Failure) {
        guard let key = verdict.clientDomainKey, Self.address(of: other) == .account(key),
            signed.asked.siblings.contains(where: { $0.asksTheSame(as: other.asked.entry) }),
            other.network == network
        else {
            throw Failure(.badInput, "\(other.origin): this is not the client domain's entry of the same challenge")
        }
        guard other.signatures.contains(where: { $0.publicKey == key }) else {
            throw Failure(.badInput, "\(other.origin): the client domain's key \(key.address) has not signed")
        }
    }

    /// Exchanges the challenge for a token. It is sent only to the server that its home domain names now, and only if
    /// that server's key made it.
    ///
    /// - Parameters:
    ///   - rpc: knows the newest ledger and the account's code.
    ///   - shape: the form in which the account takes signatures; nil to read it from the account's code.
    ///   - allowsLoopback: whether domains of this machine are allowed, which are asked over http.
    /// - Throws: `.protocolBroken` when it is not a challenge of that server, `.badInput` when it has expired, and the
    ///   anchor's errors.
    package func login(
        by transport: any HTTPTransport, rpc: RPCClient, shape: ContractAccountShape?, allowsLoopback: Bool,
        at now: Timestamp
    ) throws(TransferError) -> AnchorLogin {
        try TransferError.catching {
            // Never the URL in the request: the login goes to the server that the home domain names now.
            let toml = try StellarToml.fetch(try domain(verdict.homeDomain, allowsLoopback), by: transport)
            let server = try ContractWebAuth(toml, by: transport)
            let client = try client(allowsLoopback)
            try check(from: server, for: client, latest: try rpc.latestLedger().sequence)
            let entries = try entries(of: client.account, shape: shape, rpc)
            let token = try server.token(for: entries, of: client, at: now)
            return AnchorLogin(
                domain: server.domain, client: client, token: token, network: network,
                requests: [signed.payload] + (clientDomain.map { [$0.payload] } ?? []))
        }
    }

    private func domain(_ bytes: [UInt8]?, _ allowsLoopback: Bool) throws -> HomeDomain {
        guard let text = bytes.flatMap({ String(validating: $0, as: UTF8.self) }) else {
            throw Failure(.badInput, "\(signed.origin): the challenge does not name a domain")
        }
        return try HomeDomain(text, allowsLoopback: allowsLoopback)
    }

    private func client(_ allowsLoopback: Bool) throws -> ContractWebAuthClient {
        guard let account = verdict.client else { throw Failure(.bug, "a valid challenge names no account") }
        let other = try verdict.clientDomain.map { try domain($0, allowsLoopback) }
        return ContractWebAuthClient(account, clientDomain: other)
    }

    private func check(
        from server: ContractWebAuth, for client: ContractWebAuthClient, latest: UInt32
    ) throws(Failure) {
        var expected = ContractChallengeExpectation()
        expected.contract = server.contract
        expected.serverKey = server.signingKey
        expected.homeDomain = server.domain.text
        expected.webAuthDomain =
            server.endpoint.webAuthDomains.first { verdict.webAuthDomain?.elementsEqual($0.utf8) == true }
            ?? server.endpoint.webAuthDomains[0]
        expected.latestLedger = latest
        guard let fault = Self.verdict(on: signed, expected).fault else { return }
        if fault == .expired {
            throw Failure(
                .badInput,
                "\(signed.origin): this login expired with ledger \(signed.asked.expirationLedger), and the newest is \(latest)",
                hint: "fetch a new one, and sign it sooner: \(step: .build(.challenge))")
        }
        throw Failure(
            .protocolBroken,
            "\(signed.origin): this is not a challenge of \(server.domain.text): \(fault.phrase.plain) (\(fault.rawValue))"
        )
    }

    /// The entries with the signatures, in the order of the request.
    private func entries(
        of account: ContractID, shape: ContractAccountShape?, _ rpc: RPCClient
    ) throws(Failure) -> [SorobanAuthorizationEntry] {
        let value = try self.shape(shape, of: account, rpc).value(signed.signatures, over: signed.payload)
        let own = signed.asked.entry.signed(value, until: signed.asked.expirationLedger)
        var siblings = signed.asked.siblings
        guard let key = verdict.clientDomainKey,
            let index = siblings.firstIndex(where: { $0.credentials.address?.address == .account(key) })
        else { return [own] + siblings }
        if let clientDomain {
            var made = AccountSignatures()
            for signature in clientDomain.signatures where signature.publicKey == key {
                made.add(signature.decorated.signature, by: key)
            }
            siblings[index] = siblings[index].signed(made.value, until: clientDomain.asked.expirationLedger)
        }
        guard siblings[index].credentials.address?.signature != .void else {
            throw Failure(
                .badInput, "\(signed.origin): the entry of the client domain is not signed",
                hint: "give the response of its key with \(field: .clientDomainResponse)")
        }
        return [own] + siblings
    }

    private func shape(
        _ given: ContractAccountShape?, of account: ContractID, _ rpc: RPCClient
    ) throws(Failure) -> ContractAccountShape {
        if let given { return given }
        do throws(Failure) { return try ContractAccountShape(of: account, from: rpc) } catch {
            guard error.kind == .badInput, error.hint == nil else { throw error }
            let names = [ContractAccountShape.bytes64, .signatures].map(\.rawValue).joined(separator: " or ")
            throw Failure(
                error.kind, error.field, error.reason, hint: "if you know the form, give \(field: .shape) \(names)")
        }
    }
}

/// The signer's response to a request for an authorization entry, with its request; every signature verifies.
package struct SignedLoginEntry: Sendable {
    let asked: AuthorizationRequest
    let network: Network
    let payload: TransactionHash
    let signatures: [ResponseSignature]
    /// Its source, for errors.
    let origin: String

    /// - Parameters:
    ///   - signers: keys that may have signed, for a response from a QR code, which has no room for them.
    /// - Returns: nil if the request is not for an authorization entry.
    /// - Throws: `.badInput` for a signature that does not verify.
    package init?(
        _ response: SigningResponse, to request: SigningRequest, signers: [AccountID], _ origin: String
    ) throws(Failure) {
        guard case .authorization(let asked) = request.content else { return nil }
        network = request.network
        (self.asked, self.origin, payload) = (asked, origin, response.hash)
        guard asked.payload(on: network) == response.hash else {
            throw Failure(.badInput, "\(origin): this is the response to another request")
        }
        var verified: [ResponseSignature] = []
        for (index, signature) in response.signatures.enumerated() {
            let candidates = signature.publicKey.map { [$0] } ?? (request.signers + signers)
            verified.append(try Self.verified(signature, index + 1, response.hash, candidates, origin))
        }
        guard !verified.isEmpty else { throw Failure(.badInput, "\(origin): the response has no signature") }
        signatures = verified
    }

    /// Whether the entry is for a login, a call of `web_auth_verify`, and not for a transaction.
    var isLogin: Bool {
        guard case .contractFn(let call) = asked.entry.rootInvocation.function else { return false }
        return call.functionName.bytes.elementsEqual("web_auth_verify".utf8)
    }

    /// The signature with the key that made it.
    private static func verified(
        _ signature: ResponseSignature, _ number: Int, _ payload: TransactionHash, _ candidates: [PublicKey],
        _ origin: String
    ) throws(Failure) -> ResponseSignature {
        for key in candidates where key.hint == signature.hint {
            guard let entry = AccountSignature(publicKey: key.key, signature: signature.signature),
                entry.verifies(payload),
                let named = ResponseSignature(publicKey: key, signature: signature.signature)
            else { continue }
            return named
        }
        if signature.publicKey == nil, !candidates.contains(where: { $0.hint == signature.hint }) {
            throw Failure(
                .badInput, "\(origin): signature \(number) does not name its key, and neither does the request",
                hint: "name it with \(field: .signer, "G..."), or carry the response as a file")
        }
        throw Failure(
            .badInput, "\(origin): signature \(number) is not by the key it names, or not for this login")
    }
}
