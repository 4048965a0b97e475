// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
package import StellarXDR

/// A ledger entry that a simulated transaction would create, update or delete. Both versions have the change's key.
package enum StateChange: Hashable, Sendable {
    case created(LedgerEntry)
    case updated(before: LedgerEntry, after: LedgerEntry)
    case deleted(LedgerEntry)

    package var key: LedgerKey {
        switch self {
        case .created(let entry), .updated(_, let entry), .deleted(let entry): entry.data.key
        }
    }

    init(_ json: JSON) throws(JSONError) {
        let key: LedgerKey = try json.xdr("key")
        let before: LedgerEntry? = try json.optionalXDR("before")
        let after: LedgerEntry? = try json.optionalXDR("after")
        switch (try json.string("type"), before, after) {
        case ("created", nil, let after?): self = .created(after)
        case ("updated", let before?, let after?): self = .updated(before: before, after: after)
        case ("deleted", let before?, nil): self = .deleted(before)
        default:
            throw .wrongType(field: "type", expected: "the kind of change between \"before\" and \"after\"")
        }
        for (name, entry) in [("before", before), ("after", after)] {
            guard entry.map({ $0.data.key == key }) != false else {
                throw .wrongType(field: name, expected: "the entry with this key")
            }
        }
    }
}
