// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// A claimable balance as Horizon reports it.
package struct ClaimableBalanceRecord: Hashable, Sendable {
    package let id: ClaimableBalanceID
    package let asset: Asset
    package let amount: Amount
    package let claimants: [ClaimantV0]
    package let isClawbackEnabled: Bool
    /// The sponsor of its reserve; nil when not known.
    package let sponsor: AccountID?

    package init(
        id: ClaimableBalanceID, asset: Asset, amount: Amount, claimants: [ClaimantV0], isClawbackEnabled: Bool,
        sponsor: AccountID? = nil
    ) {
        self.id = id
        self.asset = asset
        self.amount = amount
        self.claimants = claimants
        self.isClawbackEnabled = isClawbackEnabled
        self.sponsor = sponsor
    }

    package init(_ json: JSON) throws(JSONError) {
        do { id = try ClaimableBalanceID(json.string("id")) } catch let error as JSONError { throw error } catch {
            throw .wrongType(field: "id", expected: "a claimable balance")
        }
        do { asset = try Asset(json.string("asset")) } catch let error as JSONError { throw error } catch {
            throw .wrongType(field: "asset", expected: "an asset")
        }
        amount = try json.amount("amount")
        claimants = try json.elements("claimants") { claimant throws(JSONError) in
            ClaimantV0(
                destination: try claimant.account("destination"),
                predicate: try Self.predicate(try claimant.object("predicate"), level: 1))
        }
        sponsor = try json.optionalAccount("sponsor")
        let flags: JSON? = json["flags"] == nil ? nil : try json.object("flags")
        isClawbackEnabled = try flags.map { flags throws(JSONError) in try flags.bool("clawback_enabled") } ?? false
    }

    /// - Source: stellar-horizon `xdr.ClaimPredicate.MarshalJSON`; a predicate has at most four levels.
    private static func predicate(_ json: JSON, level: Int) throws(JSONError) -> ClaimPredicate {
        guard level <= 4 else { throw .outOfRange(field: "predicate") }
        guard case .object(let object) = json, let kind = object.keys.first else {
            throw .wrongType(field: "predicate", expected: "a predicate")
        }
        let inner = { (json: JSON) throws(JSONError) in try predicate(json, level: level + 1) }
        switch kind {
        case "unconditional": return .unconditional
        case "and", "or":
            guard let parts = BoundedArray<ClaimPredicate, 2>(try json.elements(kind, inner)) else {
                throw .wrongType(field: kind, expected: "two predicates")
            }
            return kind == "and" ? .and(parts) : .or(parts)
        case "not": return .not(try inner(try json.object(kind)))
        case "abs_before" where object["abs_before_epoch"] == nil:
            return .beforeAbsoluteTime(Int64(clamping: try json.dateTime(kind).seconds))
        case "abs_before", "abs_before_epoch": return .beforeAbsoluteTime(try json.decimalString("abs_before_epoch"))
        case "rel_before": return .beforeRelativeTime(try json.decimalString(kind))
        default: throw .unknown("predicate", kind)
        }
    }
}
