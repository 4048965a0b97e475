// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
package import Faults
package import Journal
import Stellar
import StellarXDR

/// What continues what a session began.
extension AnchorSession {
    /// This anchor, user and network, for what can be done next.
    package var reference: NextStep.AnchorReference {
        NextStep.AnchorReference(
            homeDomain: domain.text, isLoopback: domain.origin.isLoopback, account: client?.account.address,
            memoID: client?.memo, network: (network.name, network.passphrase))
    }

    /// Resumes a recorded transfer.
    package func resuming(_ number: Int64) -> NextStep {
        .anchor(.resume(number: number, isLoopback: domain.origin.isLoopback))
    }

    /// Follows a transfer, by its number if this machine began it.
    package func watching(_ id: String, _ record: RecordedTransfer?) -> NextStep {
        .anchor(.watch(reference, record.map { .number($0.number) } ?? .id(id)))
    }

    /// Builds the payment of a withdrawal.
    package func paying(_ id: String, _ record: RecordedTransfer?) -> NextStep {
        .anchor(.payWithdrawal(reference, record.map { .number($0.number) } ?? .id(id)))
    }

    /// Logs in.
    var login: NextStep { .anchor(.logIn(reference)) }
}
