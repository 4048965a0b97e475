// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import XDR

/// Readers of values. Each is nil when the value has another type.
extension SCVal {
    var asAmount: Int128? { if case .i128(let parts) = self { parts.value } else { nil } }
    var asU32: UInt32? { if case .u32(let value) = self { value } else { nil } }
    var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var asSymbol: SCSymbol? { if case .symbol(let value) = self { value } else { nil } }
    var asText: SCString? { if case .string(let value) = self { value } else { nil } }
    var asVec: SCVec? { if case .vec(let values?) = self { values } else { nil } }
    var asMap: SCMap? { if case .map(let entries?) = self { entries } else { nil } }
    var asAddress: SCAddress? { if case .address(let value) = self { value } else { nil } }

    /// The bytes, if there are exactly `count`.
    func asBytes(_ count: Int) -> [UInt8]? {
        guard case .bytes(let value) = self, value.bytes.count == count else { return nil }
        return value.bytes
    }

    /// The values of a structure with exactly these fields, which are given in ascending order.
    func fields(_ names: String...) -> [SCVal]? {
        guard let entries = asMap, entries.map(\.key) == names.map(SCVal.name) else { return nil }
        return entries.map(\.val)
    }
}
