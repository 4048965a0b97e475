// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Runs the checks of SEP-45 in order and throws the first fault.
struct ContractChallengeCheck {
    private let entries: [SorobanAuthorizationEntry]
    private let expected: ContractChallengeExpectation
    private let network: Network

    /// The addresses that a challenge names.
    private struct Parties {
        let client: ContractID
        let server: AccountID
        let clientDomain: AccountID?
    }

    private typealias Body = SorobanAddressCredentials

    /// About a day, at five seconds per ledger.
    private static let longest: UInt32 = 17_280

    init(
        _ entries: [SorobanAuthorizationEntry], _ expected: ContractChallengeExpectation, _ network: Network
    ) {
        (self.entries, self.expected, self.network) = (entries, expected, network)
    }

    func run() throws(ContractChallengeError) {
        if expected.isInTransaction { throw .inTransaction }
        guard entries.count >= 2 else { throw .tooFewEntries }
        let root = entries[0].rootInvocation
        guard entries.allSatisfy({ $0.rootInvocation == root }) else { throw .differentCalls }
        guard case .contractFn(let call) = root.function, case .contract(let contract) = call.contractAddress,
            call.isNamed("web_auth_verify")
        else { throw .wrongFunction }
        if let known = expected.contract, known != contract { throw .wrongContract }
        guard root.subInvocations.isEmpty else { throw .subInvocation }
        let arguments = ContractChallengeArguments(call.args)
        if let fault = arguments.fault { throw fault }
        let server = try server(in: try parties(arguments))
        try checkSignature(of: server)
        try checkExpiry(server.body.signatureExpirationLedger)
    }

    // MARK: arguments

    private func parties(_ arguments: ContractChallengeArguments) throws(ContractChallengeError) -> Parties {
        guard let client = arguments.contract(.account), expected.client.map({ $0 == client }) ?? true else {
            throw .wrongClientAccount
        }
        try check(arguments[.homeDomain], expected.homeDomain, .wrongHomeDomain)
        try check(arguments[.webAuthDomain], expected.webAuthDomain, .wrongWebAuthDomain)
        guard let server = arguments.account(.webAuthDomainAccount), expected.serverKey.map({ $0 == server }) ?? true
        else { throw .wrongServerAccount }
        if arguments[.nonce]?.isEmpty != false { throw .noNonce }
        let domain = try clientDomain(arguments, server)
        return Parties(client: client, server: server, clientDomain: domain)
    }

    private func check(
        _ found: [UInt8]?, _ expected: String?, _ fault: ContractChallengeError
    ) throws(ContractChallengeError) {
        guard let found, !found.isEmpty, expected.map({ found.elementsEqual($0.utf8) }) ?? true else { throw fault }
    }

    private func clientDomain(
        _ arguments: ContractChallengeArguments, _ server: AccountID
    ) throws(ContractChallengeError) -> AccountID? {
        guard (arguments[.clientDomain] == nil) == (arguments[.clientDomainAccount] == nil) else {
            throw .clientDomainIncomplete
        }
        guard let domain = arguments[.clientDomain] else {
            if case .exactly(_?) = expected.clientDomain { throw .clientDomainMissing }
            return nil
        }
        if case .exactly(let asked) = expected.clientDomain {
            guard let asked else { throw .clientDomainUnexpected }
            guard domain.elementsEqual(asked.utf8) else { throw .clientDomainWrongValue }
        }
        // One entry cannot be both the server's and the client domain's.
        guard let key = arguments.account(.clientDomainAccount), key != server,
            expected.clientDomainKey.map({ $0 == key }) ?? true
        else { throw .clientDomainWrongAccount }
        return key
    }

    // MARK: entries

    /// The server's entry, if every address that is named has exactly one, and no other has any.
    private func server(
        in parties: Parties
    ) throws(ContractChallengeError) -> (entry: SorobanAuthorizationEntry, body: Body, key: AccountID) {
        var clients = 0
        var domains = 0
        var servers: [(entry: SorobanAuthorizationEntry, body: Body, key: AccountID)] = []
        for entry in entries {
            let body = try Self.body(of: entry)
            switch body.address {
            case .contract(parties.client): clients += 1
            case .account(parties.server): servers.append((entry, body, parties.server))
            case .account(let account) where account == parties.clientDomain: domains += 1
            default: throw .strangerEntry
            }
        }
        if clients == 0 { throw .noClientEntry }
        if clients > 1 { throw .severalClientEntries }
        guard let server = servers.first else { throw .noServerEntry }
        if servers.count > 1 { throw .severalServerEntries }
        if domains == 0, parties.clientDomain != nil { throw .noClientDomainEntry }
        if domains > 1 { throw .severalClientDomainEntries }
        if let signer = expected.signer, signer == .account(parties.server) { throw .wrongEntry }
        return server
    }

    private static func body(of entry: SorobanAuthorizationEntry) throws(ContractChallengeError) -> Body {
        switch entry.credentials {
        case .address(let body), .addressV2(let body): return body
        case .sourceAccount, .addressWithDelegates: throw .wrongCredentials
        }
    }

    /// One invalid signature makes the network refuse the entry, so all have to be valid, and one the server's.
    private func checkSignature(
        of server: (entry: SorobanAuthorizationEntry, body: Body, key: AccountID)
    ) throws(ContractChallengeError) {
        guard let payload = server.entry.payload(until: server.body.signatureExpirationLedger, on: network),
            let signatures = server.body.signature.accountSignatures,
            signatures.contains(where: { $0.publicKey == server.key.key }),
            signatures.allSatisfy({ $0.verifies(payload) })
        else { throw .notSignedByServer }
    }

    private func checkExpiry(_ end: UInt32) throws(ContractChallengeError) {
        if let asked = expected.expirationLedger, asked > end { throw .endsAfterServer }
        guard let latest = expected.latestLedger else { return }
        if min(end, expected.expirationLedger ?? end) < latest { throw .expired }
        if end - latest > Self.longest { throw .endsTooLate }
    }
}

/// The argument of `web_auth_verify`, as far as it can be read.
///
/// - Source: SEP-45 §Challenge.
struct ContractChallengeArguments {
    enum Name: String, CaseIterable {
        case account
        case clientDomain = "client_domain"
        case clientDomainAccount = "client_domain_account"
        case homeDomain = "home_domain"
        case nonce
        case webAuthDomain = "web_auth_domain"
        case webAuthDomainAccount = "web_auth_domain_account"

        static let required: [Name] = [.account, .homeDomain, .nonce, .webAuthDomain, .webAuthDomainAccount]
    }

    private var values: [Name: [UInt8]] = [:]
    /// Why the arguments are not those of a login.
    private(set) var fault: ContractChallengeError?

    init(_ arguments: [SCVal]) {
        guard arguments.count == 1, case .map(let entries?) = arguments[0] else {
            fault = .wrongArguments
            return
        }
        var last: [UInt8]?
        for entry in entries {
            guard case .symbol(let symbol) = entry.key, case .string(let value) = entry.val,
                last?.lexicographicallyPrecedes(symbol.bytes) ?? true
            else {
                fault = .wrongArguments
                return
            }
            last = symbol.bytes
            if let name = Name(rawValue: String(decoding: symbol.bytes, as: UTF8.self)) {
                values[name] = value.bytes
            } else {
                fault = .unknownArgument
            }
        }
        if fault == nil, Name.required.contains(where: { values[$0] == nil }) { fault = .missingArgument }
    }

    subscript(_ name: Name) -> [UInt8]? { values[name] }

    /// An account, `G…`; nil for another text.
    func account(_ name: Name) -> AccountID? {
        text(name).flatMap { try? AccountID(address: $0) }
    }

    /// A contract, `C…`; nil for another text.
    func contract(_ name: Name) -> ContractID? {
        guard case .contract(let id)? = text(name).flatMap({ try? StrKey($0) }) else { return nil }
        return id
    }

    private func text(_ name: Name) -> String? { values[name].flatMap { String(validating: $0, as: UTF8.self) } }
}
