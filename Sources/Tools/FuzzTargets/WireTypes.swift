// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
package import StellarXDR

/// Every XDR type of the schemas.
package enum WireTypes {
    private static let first = [
        "TransactionEnvelope", "TransactionResult", "TransactionMeta", "LedgerEntryData", "LedgerCloseMeta",
        "ContractEvent",
    ]

    private static let schemas = WireType.all + WireType.ledgerXDR

    /// The types of the committed seeds come first, so that the seeds stay valid when the schema grows.
    package static let all =
        first.compactMap { WireType(named: $0, in: schemas) } + schemas.filter { !first.contains($0.name) }

    /// The type that the first two bytes select, and the rest of the input; nil for shorter input.
    static func pick(_ input: [UInt8]) -> (type: WireType, rest: [UInt8])? {
        guard input.count >= 2 else { return nil }
        return (all[(Int(input[0]) << 8 | Int(input[1])) % all.count], Array(input.dropFirst(2)))
    }

    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let (type, bytes) = pick(input), let value = try? type.type.init(xdr: bytes) else { return false }
        try BrokenPromise.unless(value.xdr == bytes, "\(type.name) encodes to other bytes than it came from")
        return true
    }
}
