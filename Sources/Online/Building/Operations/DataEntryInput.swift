// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR
import TextCodec
import XDR

/// A data entry to write or remove; exactly one of the values, or `delete`, must be given.
package struct DataEntryInput: OperationInput {
    private let dataName: String
    package var dataValue: String?
    package var dataValueHex: String?
    package var dataValueBase64: String?
    package var delete = false

    package init(_ dataName: String) { self.dataName = dataName }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let bytes = Array(dataName.utf8)
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x20..<0x7f).contains($0) }), let name = String64(bytes) else {
            throw Failure(.badInput, .dataName, "a name has 1 to 64 printable ASCII characters")
        }
        return .manageData(ManageDataOp(dataName: name, dataValue: try value()))
    }

    /// The entry's value; nil removes the entry.
    private func value() throws(Failure) -> DataValue? {
        guard [dataValue != nil, dataValueHex != nil, dataValueBase64 != nil, delete].count(where: { $0 }) == 1 else {
            throw Failure(
                .usage,
                "give one of \(field: .dataValue), \(field: .dataValueHex), \(field: .dataValueBase64) and \(field: .delete)"
            )
        }
        if delete { return nil }
        guard let value = DataValue(try bytes()) else {
            throw Failure(.badInput, .dataValue, "a value has at most 64 bytes")
        }
        return value
    }

    private func bytes() throws(Failure) -> [UInt8] {
        if let dataValueHex {
            do { return try Hex.decode(dataValueHex) } catch {
                throw Failure(.badInput, .dataValueHex, "must be hexadecimal digits, two per byte")
            }
        }
        if let dataValueBase64 {
            do { return try Base64.decode(dataValueBase64) } catch {
                throw Failure(.badInput, .dataValueBase64, "not base64")
            }
        }
        return Array((dataValue ?? "").utf8)
    }
}
