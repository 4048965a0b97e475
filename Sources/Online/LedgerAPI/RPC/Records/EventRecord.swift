// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
package import Stellar
package import StellarXDR

/// An event of a contract or of the system, from `getEvents`.
package struct EventRecord: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case contract, system, diagnostic
    }

    package let kind: Kind
    /// `TOID-INDEX`, as written.
    package let id: String
    package let ledger: UInt32
    package let ledgerClosedAt: Timestamp
    /// Nil for an event of the system.
    package let contract: ContractID?
    package let transaction: TransactionHash
    package let topics: [SCVal]
    package let value: SCVal

    init(_ json: JSON) throws(JSONError) {
        let type = try json.string("type")
        guard let kind = Kind(rawValue: type) else { throw .unknown("type", type) }
        self.kind = kind
        id = try json.string("id")
        ledger = try json.ledger("ledger")
        guard let time = Timestamp(try json.string("ledgerClosedAt")) else {
            throw .wrongType(field: "ledgerClosedAt", expected: "a time")
        }
        ledgerClosedAt = time
        contract = try Self.contract(json)
        transaction = try json.hash("txHash")
        topics = try json.xdrs("topic")
        value = try json.xdr("value")
    }

    /// An empty text stands for none.
    private static func contract(_ json: JSON) throws(JSONError) -> ContractID? {
        guard let text = try json.optionalString("contractId"), !text.isEmpty else { return nil }
        guard case .contract(let id)? = try? StrKey(text) else {
            throw .wrongType(field: "contractId", expected: "a contract")
        }
        return id
    }
}
