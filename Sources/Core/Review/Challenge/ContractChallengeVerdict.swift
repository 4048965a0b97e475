// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The challenge for a contract account's login, parsed and checked.
///
/// - Source: SEP-45 §Challenge, the checks that the client makes before it signs, without the simulation.
package struct ContractChallengeVerdict: Hashable, Sendable {
    /// The first violated rule; nil for a valid challenge.
    package let fault: ContractChallengeFault?
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
        do throws(ContractChallengeFault) {
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
