// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
import StellarXDR

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
