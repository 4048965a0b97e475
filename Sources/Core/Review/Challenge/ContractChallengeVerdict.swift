// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The challenge for a contract account's login, parsed and checked.
///
/// - Source: SEP-45 §Challenge, the checks that the client makes before it signs, without the simulation.
package struct ContractChallengeVerdict: Hashable, Sendable {
    /// The first violated rule; nil for a valid challenge.
    package let fault: ContractChallengeError?
    /// The contract that is called.
    package let contract: SCAddress?
    /// The key that the challenge names as the server's.
    package let serverKey: AccountID?
    /// As raw bytes.
    package let homeDomain: [UInt8]?
    package let webAuthDomain: [UInt8]?
    package let clientDomain: [UInt8]?
    package let clientDomainKey: AccountID?
    /// The account that logs in.
    package let client: ContractID?
    /// The last ledger in which the server's signature counts.
    package let expirationLedger: UInt32?

    package init(
        _ entries: [SorobanAuthorizationEntry], expecting expected: ContractChallengeExpectation, on network: Network
    ) {
        let call: InvokeContractArgs? =
            if case .contractFn(let call)? = entries.first?.rootInvocation.function { call } else { nil }
        let arguments = call.map { ContractChallengeArguments($0.args) }
        let server = arguments?.account(.webAuthDomainAccount)
        contract = call?.contractAddress
        serverKey = server
        homeDomain = arguments?[.homeDomain]
        webAuthDomain = arguments?[.webAuthDomain]
        clientDomain = arguments?[.clientDomain]
        clientDomainKey = arguments?.account(.clientDomainAccount)
        client = arguments?.contract(.account)
        expirationLedger =
            entries.lazy.compactMap(\.credentials.address).first { body in
                server.map { body.address == .account($0) } ?? false
            }?.signatureExpirationLedger
        do throws(ContractChallengeError) {
            try ContractChallengeCheck(entries, expected, network).run()
            fault = nil
        } catch {
            fault = error
        }
    }

    /// The verdict on a request for an entry; nil unless the entry is for a call of `web_auth_verify`.
    init?(_ input: ReviewInput) {
        guard case .authorization(let asked, let network) = input.subject,
            case .contractFn(let call) = asked.entry.rootInvocation.function, call.isNamed("web_auth_verify")
        else { return nil }
        self.init(
            [asked.entry] + asked.siblings, expecting: ContractChallengeExpectation(asked, input.claims), on: network)
    }

    /// `valid`, or the name of the violated rule.
    package var verdict: String { fault?.rawValue ?? "valid" }

    package var isValid: Bool { fault == nil }
}

/// What the requester of a contract account's login knows about it. Unknown parts are not compared.
package struct ContractChallengeExpectation: Sendable {
    /// `WEB_AUTH_CONTRACT_ID` of the domain.
    package var contract: ContractID?
    /// The server's key; nil accepts the one that the challenge names.
    package var serverKey: AccountID?
    package var homeDomain: String?
    package var webAuthDomain: String?
    package var client: ContractID?
    /// `.exactly(nil)`: no client domain was requested.
    package var clientDomain = ChallengeExpectation.Asked<String?>.unknown
    package var clientDomainKey: AccountID?
    /// The address whose entry is to be signed; nil if none is yet.
    package var signer: SCAddress?
    /// The last ledger in which the signature is to count; nil if it is not made yet.
    package var expirationLedger: UInt32?
    /// The newest ledger, or what is claimed to be it.
    package var latestLedger: UInt32?
    /// Whether the entry comes with a transaction, which no login does.
    var isInTransaction = false

    package init() {}

    /// The expectation of a review: the claims of the request.
    init(_ asked: AuthorizationRequest, _ claims: Claims) {
        signer = asked.entry.credentials.address?.address
        expirationLedger = asked.expirationLedger
        latestLedger = claims.ledger
        isInTransaction = asked.envelope != nil
        guard let claims = claims.challenge else { return }
        serverKey = claims.signingKey
        homeDomain = claims.homeDomain
        webAuthDomain = claims.webAuthDomain
        clientDomain = .exactly(claims.clientDomain)
    }
}

/// The rule of SEP-45 that the challenge for a contract account's login breaks.
package enum ContractChallengeError: String, Error, Hashable, Sendable, CaseIterable {
    case inTransaction = "in_transaction"
    case tooFewEntries = "too_few_entries"
    case differentCalls = "different_calls"
    case wrongFunction = "wrong_function"
    case wrongContract = "wrong_contract"
    case subInvocation = "sub_invocation"
    case wrongArguments = "wrong_arguments"
    case unknownArgument = "unknown_argument"
    case missingArgument = "missing_argument"
    case wrongClientAccount = "wrong_client_account"
    case wrongHomeDomain = "wrong_home_domain"
    case wrongWebAuthDomain = "wrong_web_auth_domain"
    case wrongServerAccount = "wrong_server_account"
    case noNonce = "no_nonce"
    case clientDomainIncomplete = "client_domain_incomplete"
    case clientDomainUnexpected = "client_domain_unexpected"
    case clientDomainMissing = "client_domain_missing"
    case clientDomainWrongValue = "client_domain_wrong_value"
    case clientDomainWrongAccount = "client_domain_wrong_account"
    case wrongCredentials = "wrong_credentials"
    case strangerEntry = "stranger_entry"
    case noClientEntry = "no_client_entry"
    case severalClientEntries = "several_client_entries"
    case noServerEntry = "no_server_entry"
    case severalServerEntries = "several_server_entries"
    case noClientDomainEntry = "no_client_domain_entry"
    case severalClientDomainEntries = "several_client_domain_entries"
    case wrongEntry = "wrong_entry"
    case notSignedByServer = "not_signed_by_server"
    case expired = "expired"
    case endsTooLate = "ends_too_late"
    case endsAfterServer = "ends_after_server"

    package var phrase: Phrase {
        switch self {
        case .inTransaction: "it is part of a transaction"
        case .tooFewEntries: "it has fewer than two authorization entries"
        case .differentCalls: "its entries are for different calls"
        case .wrongFunction: "it does not call the function web_auth_verify of a contract"
        case .wrongContract: "it calls another contract than the domain's WEB_AUTH_CONTRACT_ID"
        case .subInvocation: "it authorizes further calls"
        case .wrongArguments: "its arguments are not one map of symbols to strings"
        case .unknownArgument: "it has an argument that SEP-45 does not define"
        case .missingArgument: "it lacks an argument that SEP-45 requires"
        case .wrongClientAccount: "it is for another account"
        case .wrongHomeDomain: "it is for another home domain"
        case .wrongWebAuthDomain: "its web_auth_domain is another"
        case .wrongServerAccount: "its web_auth_domain_account is not the server's key"
        case .noNonce: "its nonce is empty"
        case .clientDomainIncomplete: "it has only one of client_domain and client_domain_account"
        case .clientDomainUnexpected: "it has a client domain that was not asked for"
        case .clientDomainMissing: "it lacks the client domain that was asked for"
        case .clientDomainWrongValue: "its client_domain is another"
        case .clientDomainWrongAccount: "its client_domain_account is not that domain's key"
        case .wrongCredentials: "an entry has credentials other than those of one address"
        case .strangerEntry: "it has an entry of an address that it does not name"
        case .noClientEntry: "it has no entry of the account"
        case .severalClientEntries: "it has several entries of the account"
        case .noServerEntry: "it has no entry of the server"
        case .severalServerEntries: "it has several entries of the server"
        case .noClientDomainEntry: "it has no entry of the client domain"
        case .severalClientDomainEntries: "it has several entries of the client domain"
        case .wrongEntry: "the entry to sign is neither the account's nor the client domain's"
        case .notSignedByServer: "the server's key did not sign it on this network"
        case .expired: "it has expired"
        case .endsTooLate: "it is valid for more than a day"
        case .endsAfterServer: "the signature would be valid for longer than the server's"
        }
    }
}
