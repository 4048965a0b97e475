// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
package import Stellar
package import StellarXDR

/// What a holder of an asset lets another spend, as an event tells it; as with `AssetEvent`, only the contract of the
/// asset counts.
///
/// - Source: SEP-41 §approve; CAP-46-06.
package struct AllowanceEvent: Hashable, Sendable {
    package let holder: PaymentParty
    package let spender: PaymentParty
    package let asset: Asset
    /// Zero where the allowance is revoked.
    package let amount: Amount
    /// The last ledger in which it counts.
    package let until: UInt32

    /// Nil for any other event, and for one that proves nothing.
    package init?(_ event: ContractEvent, on network: Network) {
        guard case .v0(let body) = event.body, let contract = event.contractID, body.topics.count == 4,
            body.topics[0] == .name("approve"), case .address(let holder) = body.topics[1],
            case .address(let spender) = body.topics[2], case .string(let name) = body.topics[3],
            let asset = AssetEvent.asset(String(decoding: name.bytes, as: UTF8.self)),
            ContractIDPreimage.asset(asset).contract(on: network) == contract,
            case .vec(let data?) = body.data, data.count == 2, case .i128(let parts) = data[0], parts.hi == 0,
            let stroops = Int64(exactly: parts.lo), case .u32(let until) = data[1],
            let from = try? PaymentParty(holder.address), let to = try? PaymentParty(spender.address)
        else { return nil }
        (self.holder, self.spender, self.asset, self.until) = (from, to, asset, until)
        amount = Amount(stroops: stroops)
    }
}
