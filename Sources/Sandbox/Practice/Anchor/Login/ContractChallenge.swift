// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import Stellar
import StellarXDR

/// The authorization entries that contract accounts sign to log in.
///
/// - Source: SEP-45 §Challenge, §Token.
struct ContractChallenge {
    /// The validity of a challenge, in ledgers: as long as that of SEP-10.
    static let ledgers: UInt32 = 180

    let accounts: PracticeAccounts
    let site: AnchorSite

    private static let function = SCSymbol(name: "web_auth_verify")

    private var contract: ContractID { PracticeContract.webAuth.id(on: accounts.network) }

    /// The entries for a contract account, that of the anchor signed.
    func make(
        for account: ContractID, homeDomain: String, nonce: [UInt8], random: @escaping () -> Int64,
        on snapshot: Snapshot
    ) throws(AnchorProblem) -> [SorobanAuthorizationEntry] {
        let fields = [
            ("account", StrKey.contract(account).text), ("home_domain", homeDomain), ("nonce", Base64.encode(nonce)),
            ("web_auth_domain", site.domain), ("web_auth_domain_account", accounts.login.id.address),
        ]
        let map = fields.map { SCMapEntry(key: .name($0.0), val: .text($0.1)) }
        let call = InvokeContractArgs(
            contractAddress: .contract(contract), functionName: Self.function, args: [.map(map)])
        let mode = AuthorizationMode.record(allowsNonRoot: false, isUpgraded: true, nonce: random)
        let execution = run(call, mode, on: snapshot)
        guard case .success = execution.result else { throw AnchorProblem("No challenge can be made for this.") }
        let last = snapshot.latest.sequence + Self.ledgers
        return execution.authorization.map { accounts.login.sign($0, until: last, on: accounts.network) }
    }

    /// The session of signed entries, after all of a server's checks except whether the server issued the challenge.
    func session(
        of entries: [SorobanAuthorizationEntry], on snapshot: Snapshot
    ) throws(AnchorProblem) -> Session {
        guard entries.count == 2, entries[0].rootInvocation == entries[1].rootInvocation else {
            throw Self.invalid("are not two of the same call")
        }
        let root = entries[0].rootInvocation
        guard root.subInvocations.isEmpty, case .contractFn(let call) = root.function,
            call.contractAddress == .contract(contract), call.functionName == Self.function, call.args.count == 1
        else { throw Self.invalid("are not of a call of web_auth_verify of this network's contract") }
        let account = try account(in: call)
        let signers = entries.map(\.credentials.address?.address)
        guard Set(signers) == [.contract(account), .account(accounts.login.id)] else {
            throw Self.invalid("are not one of the account and one of the anchor")
        }
        if case .failure(let error) = run(call, .enforce(entries), on: snapshot).result {
            throw Self.invalid("do not authorize the call: \(error.text), \(error.message)")
        }
        return Session(account)
    }

    private func account(in call: InvokeContractArgs) throws(AnchorProblem) -> ContractID {
        guard case .map(let map?) = call.args[0] else { throw Self.invalid("have an argument that is not a map") }
        func text(_ name: String) -> String? {
            guard case .string(let value)? = map.first(where: { $0.key == .name(name) })?.val else { return nil }
            return String(decoding: value.bytes, as: UTF8.self)
        }
        guard let homeDomain = text("home_domain"), site.domains.contains(homeDomain),
            let webAuthDomain = text("web_auth_domain"), site.domains.contains(webAuthDomain)
        else { throw Self.invalid("name another domain") }
        guard text("web_auth_domain_account") == accounts.login.id.address else {
            throw Self.invalid("name another account of the anchor")
        }
        guard let address = text("account"), case .contract(let account)? = try? StrKey(address) else {
            throw Self.invalid("name no contract account")
        }
        return account
    }

    private func run(_ call: InvokeContractArgs, _ mode: AuthorizationMode, on snapshot: Snapshot) -> Execution {
        let state = snapshot.state
        return HostCall(call, source: PracticeContract.deployer, in: snapshot.next).run(
            mode, footprint: nil, read: state.entry)
    }

    private static func invalid(_ reason: String) -> AnchorProblem {
        AnchorProblem("The authorization entries \(reason).")
    }
}

/// SEP-45: challenges and tokens for contract accounts.
extension PracticeAnchor {
    func logInContract(_ request: AnchorRequest) async throws(AnchorProblem) -> AnchorReply {
        switch request.method {
        case "GET": return try await contractChallenge(request)
        case "POST": return try await contractToken(request)
        default: throw .methodNotAllowed
        }
    }

    private func contractChallenge(_ request: AnchorRequest) async throws(AnchorProblem) -> AnchorReply {
        let query = try request.query()
        guard case .contract(let account)? = try? StrKey(try query.required("account")) else {
            throw AnchorProblem("'account' must be an address C....")
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

    private func contractToken(_ request: AnchorRequest) async throws(AnchorProblem) -> AnchorReply {
        let text = try request.fields().required("authorization_entries")
        guard let bytes = try? Base64.decode(text, skippingWhiteSpace: true),
            let entries = try? [SorobanAuthorizationEntry](xdr: bytes), let root = entries.first?.rootInvocation
        else { throw AnchorProblem("'authorization_entries' is not a list of authorization entries in base64.") }
        let snapshot = await ledger.snapshot()
        let session = try ContractChallenge(accounts: accounts, site: request.site).session(of: entries, on: snapshot)
        guard challenges.removeValue(forKey: Self.hash(root)) != nil else {
            throw AnchorProblem("The authorization entries are not a challenge of this anchor, or were used before.")
        }
        let token = tokens.token(
            for: session, issuer: "\(request.site.url)/sep45", id: randomness.identifier(), at: now)
        return AnchorReply(["token": .string(token)])
    }

    /// Contracts can check the anchor's signature only if its login key has an account.
    private func snapshotWithLoginAccount() async throws(AnchorProblem) -> Snapshot {
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
