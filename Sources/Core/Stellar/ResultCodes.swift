// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

/// A transaction's result codes, named as in Horizon's `extras.result_codes`.
///
/// - Source: Horizon `internal/codes`, whose names do not always follow the XDR ones.
package struct ResultCodes: Hashable, Sendable {
    /// For example `tx_failed`.
    package let transaction: ResultCode
    /// The inner transaction's code; nil unless it is a fee bump.
    package let innerTransaction: ResultCode?
    /// One per operation, for example `op_underfunded`; empty if no operation was checked.
    ///
    /// If the transaction was rejected before it was applied, `op_success` after the first failure means "not checked".
    package let operations: [ResultCode]

    package init(transaction: ResultCode, innerTransaction: ResultCode?, operations: [ResultCode]) {
        self.transaction = transaction
        self.innerTransaction = innerTransaction
        self.operations = operations
    }

    package init(_ result: TransactionResult) {
        transaction = Self.name(result.result.discriminant)
        switch result.result {
        case .txSuccess(let results), .txFailed(let results):
            innerTransaction = nil
            operations = results.map(Self.name)
        case .txFeeBumpInnerSuccess(let pair), .txFeeBumpInnerFailed(let pair):
            let inner = pair.result.result
            innerTransaction = Self.name(inner.discriminant)
            switch inner {
            case .txSuccess(let results), .txFailed(let results): operations = results.map(Self.name)
            default: operations = []
            }
        default:
            innerTransaction = nil
            operations = []
        }
    }

    /// The name of a transaction's code, for example `tx_bad_seq`.
    package static func name(_ code: TransactionResultCode) -> ResultCode {
        switch code {
        case .txSuccess: .txSuccess  // nearly all, so it is not put together each time
        case .txNoAccount: .txNoSourceAccount
        case .txBadMinSeqAgeOrGap: .txBadMinseqAgeOrGap
        default: ResultCode(rawValue: "tx_" + schemaName(code).dropFirst("tx".count).lowercased())
        }
    }

    /// The name of an operation's code, for example `op_no_trust`.
    package static func name(_ result: OperationResult) -> ResultCode {
        switch result {
        case .opInner(let result): name(ofCode: result.code)
        case .opNoAccount: .opNoSourceAccount
        default: ResultCode(rawValue: "op_" + schemaName(result.discriminant).dropFirst("op".count).lowercased())
        }
    }

    private static func name(ofCode code: (name: String, prefix: String, value: Int32)) -> ResultCode {
        if code.value == 0 { return .opSuccess }
        return irregular[code.name]
            ?? ResultCode(rawValue: "op_" + code.name.dropFirst(code.prefix.count).lowercased())
    }

    /// The codes whose Horizon name does not follow the schema's.
    private static let irregular: [String: ResultCode] = [
        "CREATE_ACCOUNT_ALREADY_EXIST": .opAlreadyExists,
        "PATH_PAYMENT_STRICT_RECEIVE_OFFER_CROSS_SELF": .opCrossSelf,
        "PATH_PAYMENT_STRICT_RECEIVE_OVER_SENDMAX": .opOverSourceMax,
        "PATH_PAYMENT_STRICT_SEND_OFFER_CROSS_SELF": .opCrossSelf,
        "PATH_PAYMENT_STRICT_SEND_UNDER_DESTMIN": .opUnderDestMin,
        "MANAGE_SELL_OFFER_SELL_NOT_AUTHORIZED": .sellNotAuthorized,
        "MANAGE_SELL_OFFER_BUY_NOT_AUTHORIZED": .buyNotAuthorized,
        "MANAGE_SELL_OFFER_BUY_NO_ISSUER": .buyNoIssuer,
        "MANAGE_SELL_OFFER_NOT_FOUND": .opOfferNotFound,
        "MANAGE_BUY_OFFER_SELL_NOT_AUTHORIZED": .sellNotAuthorized,
        "MANAGE_BUY_OFFER_BUY_NOT_AUTHORIZED": .buyNotAuthorized,
        "MANAGE_BUY_OFFER_BUY_NO_ISSUER": .buyNoIssuer,
        "MANAGE_BUY_OFFER_NOT_FOUND": .opOfferNotFound,
        "CHANGE_TRUST_NOT_AUTH_MAINTAIN_LIABILITIES": .opNotAutMaintainLiabilities,
        "ALLOW_TRUST_NO_TRUST_LINE": .opNoTrust,
        "ALLOW_TRUST_TRUST_NOT_REQUIRED": .opNotRequired,
        "ACCOUNT_MERGE_SEQNUM_TOO_FAR": .opSeqNumTooFar,
        "MANAGE_DATA_NAME_NOT_FOUND": .opDataNameNotFound,
        "MANAGE_DATA_INVALID_NAME": .opDataInvalidName,
        "CLAWBACK_CLAIMABLE_BALANCE_NOT_ISSUER": .opNoIssuer,
        "SET_TRUST_LINE_FLAGS_NO_TRUST_LINE": .opNoTrust,
        "INVOKE_HOST_FUNCTION_TRAPPED": "function_trapped",
        "INVOKE_HOST_FUNCTION_RESOURCE_LIMIT_EXCEEDED": "resource_limit_exceeded",
        "INVOKE_HOST_FUNCTION_ENTRY_ARCHIVED": "entry_archived",
        "INVOKE_HOST_FUNCTION_INSUFFICIENT_REFUNDABLE_FEE": "insufficient_refundable_fee",
        "EXTEND_FOOTPRINT_TTL_RESOURCE_LIMIT_EXCEEDED": "resource_limit_exceeded",
        "EXTEND_FOOTPRINT_TTL_INSUFFICIENT_REFUNDABLE_FEE": "insufficient_refundable_fee",
        "RESTORE_FOOTPRINT_RESOURCE_LIMIT_EXCEEDED": "resource_limit_exceeded",
        "RESTORE_FOOTPRINT_INSUFFICIENT_REFUNDABLE_FEE": "insufficient_refundable_fee",
    ]

    private static func schemaName<Code: XDRCodable & RawRepresentable<Int32>>(_ code: Code) -> String {
        described(code).name
    }

    /// An enum value's schema name, and the prefix of that enum's names.
    fileprivate static func described<Code: XDRCodable & RawRepresentable<Int32>>(
        _ code: Code
    ) -> (name: String, prefix: String, value: Int32) {
        guard case .enumeration(let enumeration) = Code.layout, let name = enumeration.name(of: code.rawValue) else {
            preconditionFailure("a result code is an enum of the schema")
        }
        return ("\(name)", "\(enumeration.prefix)", code.rawValue)
    }
}

extension OperationResult {
    /// Whether the operation succeeded.
    package var isSuccess: Bool {
        guard case .opInner(let result) = self else { return false }
        return result.code.value == 0
    }
}

extension OperationResultTr {
    /// The inner result's code, by its schema name.
    fileprivate var code: (name: String, prefix: String, value: Int32) {
        switch self {
        case .createAccount(let result): ResultCodes.described(result.discriminant)
        case .payment(let result): ResultCodes.described(result.discriminant)
        case .pathPaymentStrictReceive(let result): ResultCodes.described(result.discriminant)
        case .manageSellOffer(let result): ResultCodes.described(result.discriminant)
        case .createPassiveSellOffer(let result): ResultCodes.described(result.discriminant)
        case .setOptions(let result): ResultCodes.described(result.discriminant)
        case .changeTrust(let result): ResultCodes.described(result.discriminant)
        case .allowTrust(let result): ResultCodes.described(result.discriminant)
        case .accountMerge(let result): ResultCodes.described(result.discriminant)
        case .inflation(let result): ResultCodes.described(result.discriminant)
        case .manageData(let result): ResultCodes.described(result.discriminant)
        case .bumpSequence(let result): ResultCodes.described(result.discriminant)
        case .manageBuyOffer(let result): ResultCodes.described(result.discriminant)
        case .pathPaymentStrictSend(let result): ResultCodes.described(result.discriminant)
        case .createClaimableBalance(let result): ResultCodes.described(result.discriminant)
        case .claimClaimableBalance(let result): ResultCodes.described(result.discriminant)
        case .beginSponsoringFutureReserves(let result): ResultCodes.described(result.discriminant)
        case .endSponsoringFutureReserves(let result): ResultCodes.described(result.discriminant)
        case .revokeSponsorship(let result): ResultCodes.described(result.discriminant)
        case .clawback(let result): ResultCodes.described(result.discriminant)
        case .clawbackClaimableBalance(let result): ResultCodes.described(result.discriminant)
        case .setTrustLineFlags(let result): ResultCodes.described(result.discriminant)
        case .liquidityPoolDeposit(let result): ResultCodes.described(result.discriminant)
        case .liquidityPoolWithdraw(let result): ResultCodes.described(result.discriminant)
        case .invokeHostFunction(let result): ResultCodes.described(result.discriminant)
        case .extendFootprintTtl(let result): ResultCodes.described(result.discriminant)
        case .restoreFootprint(let result): ResultCodes.described(result.discriminant)
        }
    }
}
