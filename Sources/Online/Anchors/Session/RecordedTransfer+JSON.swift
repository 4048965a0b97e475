// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
package import Journal
package import Stellar

extension RecordedTransfer {
    /// Its place among the four stages of a transfer: details, customer data, fee, summary.
    package var stage: Int {
        switch step {
        case .customer: 2
        case .fee: 3
        case .summary, .sending, .begun: 4
        }
    }

    /// When it was begun.
    package var begun: Timestamp { Timestamp(UInt64(clamping: created)) }

    /// The transfer as `coldstar-submit anchor transfers` prints it.
    package var document: JSON {
        func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
        return [
            "transfer": .number(String(number)), "network_passphrase": .string(network.passphrase),
            "home_domain": .string(homeDomain), "account": .string(account.address), "memo": text(memo),
            "kind": .string(kind.rawValue),
            "protocol": .string(`protocol`.rawValue), "asset": .string(asset), "amount": text(amount),
            "type": text(method),
            "step": .string(step.rawValue), "id": text(transferID), "status": text(status?.rawValue),
            "created": .string(begun.rfc3339),
        ]
    }
}
