// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// A data entry to write or remove.
package struct DataEntryInput: OperationInput {
    private let name: String
    private let value: [UInt8]?

    /// - Parameters:
    ///   - name: 1 to 64 printable ASCII characters.
    ///   - value: at most 64 bytes; nil removes the entry.
    package init(_ name: String, value: [UInt8]?) {
        self.name = name
        self.value = value
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let bytes = Array(name.utf8)
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x20..<0x7f).contains($0) }), let name = String64(bytes) else {
            throw Failure(.badInput, .dataName, "a name has 1 to 64 printable ASCII characters")
        }
        let value = try value.map { bytes throws(Failure) in
            guard let value = DataValue(bytes) else {
                throw Failure(.badInput, .dataValue, "a value has at most 64 bytes")
            }
            return value
        }
        return .manageData(ManageDataOp(dataName: name, dataValue: value))
    }
}

extension OperationSpec {
    package static let manageData = OperationSpec(
        "manage-data", title: "Data entry", "Write, change or remove a data entry of the account.",
        [
            InputField(.dataName, "Name", .text, "The entry's name: 1 to 64 ASCII characters."),
            .optional(
                .dataValue, "Value as text", .text, "The value as text, at most 64 bytes; it may be empty."),
            .optional(.dataValueHex, "Value in hexadecimal digits", .text, "The value in hexadecimal digits."),
            .optional(.dataValueBase64, "Value in base64", .text, "The value in base64."),
            .optional(.delete, "Remove the entry", .flag, "Remove the entry."),
        ], example: [(.dataName, "config.memo_required"), (.dataValue, "1")]
    ) { texts throws(Failure) in
        DataEntryInput(try texts.required(.dataName), value: try value(texts))
    }

    /// The entry's value; nil removes the entry.
    private static func value(_ texts: FieldTexts) throws(Failure) -> [UInt8]? {
        let (text, hex, base64) = (texts[.dataValue], texts[.dataValueHex], texts[.dataValueBase64])
        let removes = texts.isOn(.delete)
        guard [text != nil, hex != nil, base64 != nil, removes].count(where: { $0 }) == 1 else {
            throw Failure(
                .usage,
                "give one of \(field: .dataValue), \(field: .dataValueHex), \(field: .dataValueBase64) and \(field: .delete)"
            )
        }
        if removes { return nil }
        if let hex {
            do { return try Hex.decode(hex) } catch {
                throw Failure(.badInput, .dataValueHex, "must be hexadecimal digits, two per byte")
            }
        }
        if let base64 {
            do { return try Base64.decode(base64) } catch { throw Failure(.badInput, .dataValueBase64, "not base64") }
        }
        return text.map { Array($0.utf8) }
    }
}
