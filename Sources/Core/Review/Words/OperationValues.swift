// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension OperationSummary {
    static func claimant(_ claimant: Claimant) -> Phrase {
        switch claimant {
        case .v0(let one): "\(one.destination) \(Phrase(one.predicate))"
        }
    }

    static func pool(_ op: LiquidityPoolDepositOp, _ pools: KnownPools) -> Phrase {
        let known = pools[op.liquidityPoolID]
        let (a, b) = assets(known)
        let price: Phrase =
            known.map { "of \(Phrase(codeOf: $0.a)) in \(Phrase(codeOf: $0.b))" } ?? "of the first in the second"
        return """
            Deposit at most \(Amount(stroops: op.maxAmountA)) \(a) and at most \(Amount(stroops: op.maxAmountB)) \(b) into \
            the pool \(StrKey.liquidityPool(op.liquidityPoolID)), at a price \(price) from \(Phrase(op.minPrice)) to \
            \(Phrase(op.maxPrice))\(remark(known))
            """
    }

    static func pool(_ op: LiquidityPoolWithdrawOp, _ pools: KnownPools) -> Phrase {
        let known = pools[op.liquidityPoolID]
        let (a, b) = assets(known)
        return """
            Withdraw \(Amount(stroops: op.amount)) shares from the pool \(StrKey.liquidityPool(op.liquidityPoolID)) for at \
            least \(Amount(stroops: op.minAmountA)) \(a) and at least \(Amount(stroops: op.minAmountB)) \(b)\
            \(remark(known))
            """
    }

    private static func assets(_ known: (a: Asset, b: Asset)?) -> (Phrase, Phrase) {
        known.map { (Phrase($0.a), Phrase($0.b)) } ?? ("of the first asset", "of the second")
    }

    /// A pool is identified by a hash: without its parameters its assets are unknown.
    private static func remark(_ known: (a: Asset, b: Asset)?) -> Phrase {
        known == nil ? "; which assets these are is not known here" : ""
    }

    /// Precedes the number of authorization entries.
    static let authorizations = "; authorizations: "

    static func host(_ function: HostFunction, _ tokens: KnownTokens) -> Phrase {
        switch function {
        case .invokeContract(let call): tokenCall(call, tokens) ?? "Call \(Phrase(call))"
        case .createContract(let create): creation(create)
        case .createContractV2(let create): creation(create)
        case .uploadContractWasm(let code): "Upload contract code of \(code.bytes.count) bytes"
        }
    }

    static func creation(_ create: CreateContractArgs) -> Phrase {
        "Create a contract from \(Phrase(create.executable)) \(Phrase(create.contractIDPreimage))"
    }

    static func creation(_ create: CreateContractArgsV2) -> Phrase {
        """
        Create a contract from \(Phrase(create.executable)) \(Phrase(create.contractIDPreimage)) with the arguments \
        (\(Phrase(create.constructorArgs.map { Phrase($0) }, separator: ", ")))
        """
    }
}

/// The flags of accounts and trustlines, in words.
///
/// - Source: stellar-xdr `AccountFlags`, `TrustLineFlags`.
enum Flags {
    static let required: UInt32 = 1
    static let revocable: UInt32 = 2
    static let immutable: UInt32 = 4
    static let clawback: UInt32 = 8
    /// The trustline flag that allows the issuer to claw back.
    static let trustlineClawback: UInt32 = 4

    private static let account: [(UInt32, Phrase)] = [
        (required, "authorization required"), (revocable, "authorization revocable"),
        (immutable, "authorization immutable"), (clawback, "clawback enabled"),
    ]
    private static let trustline: [(UInt32, Phrase)] = [
        (1, "authorized"), (2, "authorized to keep offers only"), (trustlineClawback, "clawback enabled"),
    ]

    static func account(_ bits: UInt32) -> Phrase { words(bits, account) }
    static func trustline(_ bits: UInt32) -> Phrase { words(bits, trustline) }

    /// The names of the set bits; unknown bits as a number.
    private static func words(_ bits: UInt32, _ names: [(UInt32, Phrase)]) -> Phrase {
        var parts = names.filter { bits & $0.0 != 0 }.map(\.1)
        let unknown = names.reduce(bits) { $0 & ~$1.0 }
        if unknown != 0 { parts.append("unknown flags \(unknown)") }
        return parts.isEmpty ? "none" : Phrase(parts, separator: ", ")
    }
}
