// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// A login challenge, parsed and checked.
///
/// - Source: SEP-10 §Challenge, the checks that the client makes before it signs.
package struct ChallengeVerdict: Hashable, Sendable {
    /// The first violated rule; nil for a valid challenge.
    package let fault: ChallengeFault?
    /// The source of the challenge, whatever was expected.
    package let serverKey: AccountID?
    /// The name of the first operation's data entry without ` auth`, as raw bytes.
    package let homeDomain: [UInt8]?
    package let webAuthDomain: [UInt8]?
    package let clientDomain: [UInt8]?
    /// The account that logs in.
    package let client: MuxedAccount?
    package let memoID: UInt64?
    /// When the challenge expires; nil if it does not.
    package let end: Timestamp?

    package init(
        _ envelope: TransactionEnvelope, expecting expected: ChallengeExpectation, on network: Network,
        at now: Timestamp
    ) {
        let transaction = envelope.innermost
        let entries = transaction.operations.compactMap { operation -> ManageDataOp? in
            if case .manageData(let entry) = operation.body { entry } else { nil }
        }
        func value(of name: String) -> [UInt8]? {
            entries.dropFirst().first { $0.dataName.bytes.elementsEqual(name.utf8) }?.dataValue?.bytes
        }
        serverKey = transaction.sourceAccount.account
        homeDomain = transaction.beginsLikeChallenge ? entries.first?.dataName.bytes.dropLast(5) : nil
        webAuthDomain = value(of: "web_auth_domain")
        clientDomain = value(of: "client_domain")
        client = transaction.operations.first?.sourceAccount
        memoID = if case .id(let id) = transaction.memo { id } else { nil }
        end = transaction.cond.timeBounds.flatMap { $0.maxTime == 0 ? nil : Timestamp($0.maxTime) }
        do throws(ChallengeFault) {
            try ChallengeCheck(envelope, expected, network, now).run()
            fault = nil
        } catch {
            fault = error
        }
    }

    /// `valid`, or the name of the violated rule.
    package var verdict: String { fault?.rawValue ?? "valid" }
}
