// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

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
        case .opInner(let result) where result.codeValue == 0: .opSuccess
        case .opInner(let result): name(of: result)
        case .opNoAccount: .opNoSourceAccount
        default: ResultCode(rawValue: "op_" + schemaName(result.discriminant).dropFirst("op".count).lowercased())
        }
    }

    private static func name(of result: OperationResultTr) -> ResultCode {
        let code = result.code
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
        guard case .enumeration(let enumeration) = Code.layout, let name = enumeration.name(of: code.rawValue) else {
            preconditionFailure("a result code is an enum of the schema")
        }
        return "\(name)"
    }
}

/// Result codes as Horizon returns them.
extension ResultCodes {
    package static let operationSuccess = ResultCode.opSuccess

    /// The longest code accepted, in bytes; the network's have about thirty letters.
    private static let codeLimit = 64

    /// The codes in Horizon's object `result_codes`. Only lower-case letters, digits and `_` are accepted, which a
    /// terminal cannot interpret.
    package init(_ json: JSON) throws(JSONError) {
        var operations: [ResultCode] = []
        if let list = json["operations"], list != .null {
            operations = try json.elements("operations") { element throws(JSONError) in
                try Self.code(element.asString, "code")
            }
        }
        let inner = try json.optionalString("inner_transaction")
        self.init(
            transaction: try Self.code(json.string("transaction"), "transaction"),
            innerTransaction: try inner.map { text throws(JSONError) in try Self.code(text, "inner_transaction") },
            operations: operations)
    }

    private static func code(_ text: String?, _ field: String) throws(JSONError) -> ResultCode {
        guard let text, (1...codeLimit).contains(text.utf8.count), text.utf8.allSatisfy(isCodeByte) else {
            throw .wrongType(field: field, expected: "a result code")
        }
        return ResultCode(rawValue: text)
    }

    private static func isCodeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// The codes of a result in base64; nil when it is not a `TransactionResult` that this release knows.
    package init?(resultXDR: String) {
        guard let bytes = try? Base64.decode(resultXDR), let result = try? TransactionResult(xdr: bytes) else {
            return nil
        }
        self.init(result)
    }

    package var isSuccess: Bool { transaction == .txSuccess || transaction == .txFeeBumpInnerSuccess }

    /// The code that states the cause: the inner transaction's, if there is one.
    package var decisive: ResultCode { innerTransaction ?? transaction }

    /// The index of the failed operation, from 0, and its code.
    package var failedOperation: (index: Int, code: ResultCode)? {
        operations.firstIndex { $0 != Self.operationSuccess }.map { ($0, operations[$0]) }
    }

    /// The codes in Horizon's own format.
    package var json: JSON {
        var members: [(String, JSON)] = [("transaction", .string(transaction.rawValue))]
        if let innerTransaction { members.append(("inner_transaction", .string(innerTransaction.rawValue))) }
        if !operations.isEmpty { members.append(("operations", .array(operations.map { .string($0.rawValue) }))) }
        return .object(JSONObject(members))
    }
}

extension OperationResult {
    /// Whether the operation succeeded.
    package var isSuccess: Bool {
        guard case .opInner(let result) = self else { return false }
        return result.codeValue == 0
    }

    /// The result that the network reports for an operation that it did not check: success, with zeros for the details.
    package static func success(_ type: OperationType) -> OperationResult {
        inner(type, code: 0)
    }

    /// The result of an operation that failed.
    ///
    /// - Parameter name: the schema's name of the code without the prefix of its type, such as `MALFORMED`.
    package static func failure(_ type: OperationType, _ name: String) -> OperationResult {
        switch name {
        case "BAD_AUTH": return .opBadAuth
        case "NO_ACCOUNT": return .opNoAccount
        case "NOT_SUPPORTED": return .opNotSupported
        default: break
        }
        let codes = OperationResultTr.codes(of: type)
        let member = codes?.members.first { "\($0.name)" == "\(codes?.prefix ?? "")\(name)" }
        guard let code = member?.value else { preconditionFailure("\(type) does not fail with \(name)") }
        return inner(type, code: code)
    }

    /// A result whose details are all zeros.
    private static func inner(_ type: OperationType, code: Int32) -> OperationResult {
        // In XDR, an empty list, a native asset and an empty account are zeros too.
        let bytes = type.xdr + code.xdr + [UInt8](repeating: 0, count: 252)
        let result = try? bytes.withUnsafeBytes { (bytes) throws(XDRError) in
            var reader = XDRReader(bytes)
            return try OperationResultTr.decode(from: &reader)
        }
        guard let result else { preconditionFailure("zeros are the details of every result") }
        return .opInner(result)
    }
}

/// Each arm is a union by a code of its own: what they have in common is read from the bytes and the layout.
extension OperationResultTr {
    /// The code of the operation's own result; 0 is success.
    fileprivate var codeValue: Int32 {
        xdr.withUnsafeBytes { Int32(bigEndian: $0.loadUnaligned(fromByteOffset: 4, as: Int32.self)) }
    }

    /// The code's schema name, and the prefix of that enum's names.
    fileprivate var code: (name: String, prefix: String) {
        guard let codes = Self.codes(of: discriminant), let name = codes.name(of: codeValue) else {
            preconditionFailure("every result is a union by an enum of the schema")
        }
        return ("\(name)", "\(codes.prefix)")
    }

    /// The codes of a type's results.
    fileprivate static func codes(of type: OperationType) -> XDRLayout.Enumeration? {
        let arms = if case .union(let union) = Self.layout { union.arms } else { [] as [(Int32, XDRLayout.Field?)] }
        guard case .reference(let result)? = arms.first(where: { $0.0 == type.rawValue })?.1?.layout,
            case .union(let union) = result.layout, case .enumeration(let codes)? = union.enumeration?.layout
        else { return nil }
        return codes
    }
}
