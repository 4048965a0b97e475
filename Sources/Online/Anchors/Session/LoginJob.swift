// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Building
package import Codec
import HTTP
package import Handoff
package import Journal
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// What came back from the signer, read once: a transaction, which may be an account's login (SEP-10), or a signed
/// authorization entry, which may be the login of a contract account (SEP-45).
package enum SignerReply {
    case transaction(SignedInput)
    case entry(SignedLoginEntry)

    /// - Parameters:
    ///   - given: the request that the user gave; nil for the journal's.
    ///   - signers: keys that may have signed an entry, for a response from a QR code, which has no room for them.
    /// - Throws: `.badInput` for what is not signed, and for a signature that does not verify.
    package init(
        _ source: TransactionInput, request given: TransactionInput? = nil, signers: [AccountID] = [],
        journal: any OnlineJournal
    ) throws(Failure) {
        if source.request?.kind == .authorization {
            throw Failure(
                .badInput, "\(source.origin): this is a request, without a signature",
                hint: "sign it, and give the response")
        }
        var known = given?.request
        if let response = source.response {
            if given == nil { known = try Self.request(of: response, journal) }
            if let known, let entry = try SignedLoginEntry(response, to: known, signers: signers, source.origin) {
                self = .entry(entry)
                return
            }
        }
        let request = try given.map { given throws(Failure) in
            try TransactionToSubmit(given, takesChallenges: true)
        }
        let input = try SignedInput(source, request: request, journal: journal, takesChallenges: true) {
            reference throws(Failure) in
            guard request == nil, case .hash(let hash) = reference, let known else { return nil }
            let found = try TransactionToSubmit(known, takesChallenges: true, origin: source.origin)
            return found.hash == hash ? found : nil
        }
        self = .transaction(input)
    }

    private static func request(
        of response: SigningResponse, _ journal: any OnlineJournal
    ) throws(Failure) -> SigningRequest? {
        if let id = response.id, let found = try journal.signingRequest(id: id) { return found }
        return try journal.signingRequest(hash: response.hash)
    }

    /// Whether it is a login, which only its anchor may receive.
    package var isLogin: Bool {
        switch self {
        case .transaction(let input): input.isLogin
        case .entry(let entry): entry.isLogin
        }
    }
}

/// Exchanges a signed login of an account or of a contract account for the anchor's token, and stores the token in the
/// home, readable by its owner only.
///
/// The login is sent only to the server that its home domain names now, and only if that server's key made it. The
/// signed login itself is as good as a password until it expires, and is never stored.
package struct LoginJob {
    private let reply: SignerReply
    private let clientDomain: SignerReply?
    private let shape: ContractAccountShape?
    private let network: NetworkSelection
    private let context: OnlineContext
    private let now: Timestamp

    /// - Parameters:
    ///   - clientDomain: of a contract account's login, the response for the client domain's entry; nil if there is
    ///     none, or it is signed already.
    ///   - shape: the form in which a contract account takes signatures; nil to read it from the account's code.
    ///   - network: for a login that names none.
    ///   - context: for a contract account with Stellar RPC.
    package init(
        _ reply: SignerReply, clientDomain: SignerReply? = nil, shape: ContractAccountShape? = nil,
        network: NetworkSelection, context: OnlineContext, now: Timestamp
    ) {
        (self.reply, self.clientDomain, self.shape) = (reply, clientDomain, shape)
        (self.network, self.context, self.now) = (network, context, now)
    }

    /// - Parameters:
    ///   - accepts: checks the network before any server is asked.
    ///   - journal: notes that the requests wait for nothing any more.
    /// - Throws: `.badInput` for what is not a signed login, or has expired; `.protocolBroken` when it is not a
    ///   challenge of that server; and the anchor's errors.
    package func run(
        accepts: (Network) throws(Failure) -> Void = { _ in }, noting journal: any OnlineJournal
    ) throws(Failure) -> AnchorLogin {
        switch reply {
        case .transaction(let input):
            let network = try network.resolve(documented: input.network)
            try accepts(network)
            let challenge = try SignedChallenge(input.on(network), origin: input.origin, at: now)
            return try keeping(journal) { transport, allowsLoopback throws(TransferError) in
                try challenge.login(by: transport, allowsLoopback: allowsLoopback)
            }
        case .entry(let entry):
            let challenge = try SignedContractChallenge(entry, clientDomain: try clientDomainEntry())
            let network = try network.resolve(documented: challenge.network)
            try accepts(network)
            let rpc = try context.rpc(for: network)
            return try keeping(journal) { transport, allowsLoopback throws(TransferError) in
                try challenge.login(by: transport, rpc: rpc, shape: shape, allowsLoopback: allowsLoopback, at: now)
            }
        }
    }

    private func clientDomainEntry() throws(Failure) -> SignedLoginEntry? {
        switch clientDomain {
        case nil: return nil
        case .entry(let entry): return entry
        case .transaction(let input):
            throw Failure(.badInput, "\(input.origin): this is not the response to a request for an entry")
        }
    }

    private func keeping(
        _ journal: any OnlineJournal,
        _ exchange: (any HTTPTransport, _ allowsLoopback: Bool) throws(TransferError) -> AnchorLogin
    ) throws(Failure) -> AnchorLogin {
        // Found first: once the token is there, nothing may stop it from being kept.
        let folder = try context.folder.get()
        let servers = try context.horizon()
        let transport = try servers.transport()
        let login: AnchorLogin
        do throws(TransferError) { login = try exchange(transport, servers.allowsLoopback) } catch {
            throw Failure(error)
        }
        try login.keep(in: folder, noting: journal)
        return login
    }
}

/// A login at an anchor.
package struct AnchorLogin: Sendable {
    package let domain: HomeDomain
    package let client: any LoginClient
    package let token: AccessToken
    package let network: Network
    /// The hashes of the requests that it answers.
    let requests: [TransactionHash]

    /// Stores the token for the commands that need it, and notes that its requests wait for nothing any more.
    ///
    /// - Parameters:
    ///   - folder: the online side's folder.
    ///   - journal: one that cannot be written does not undo the login.
    fileprivate func keep(in folder: String, noting journal: any OnlineJournal) throws(Failure) {
        try TokenStore(folder: folder).keep(token, of: client, at: domain, on: network)
        try? journal.record(loggedIn: requests, at: domain.text)
    }

    /// Who is logged in and until when, for a person.
    package var text: String { "logged in at \(domain.text) as \(client.subject) until \(token.expiry.utc)" }

    /// The JSON document of `coldstar-submit auth`.
    ///
    /// - Parameter withToken: whether it contains the token; anyone who has that is logged in as the client.
    package func document(withToken: Bool) -> JSON {
        var members: [(String, JSON)] = [
            ("home_domain", .string(domain.text)), ("account", .string(client.address)),
            ("memo_id", client.memo.map { .string(String($0)) } ?? .null),
            ("client_domain", client.clientDomain.map { .string($0.text) } ?? .null),
            ("issued", token.issued.map { .string($0.rfc3339) } ?? .null), ("expires", .string(token.expiry.rfc3339)),
        ]
        if withToken { members.append(("token", .string(token.exposed))) }
        return .object(JSONObject(members))
    }
}
