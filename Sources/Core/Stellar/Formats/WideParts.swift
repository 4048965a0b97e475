// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The structures that hold an integer of 128 or 256 bits in parts, written as one decimal number.
enum WideParts {
    static func covers(_ type: any XDRCodable.Type) -> Bool { size(of: type) != nil }

    static func text(of value: any XDRCodable) -> String? {
        let type = Swift.type(of: value)
        return covers(type) ? WideDecimal.text(of: value.xdr, signed: isSigned(type)) : nil
    }

    static func value(_ type: any XDRCodable.Type, _ text: String) throws(FormatFault) -> any XDRCodable {
        guard let size = size(of: type) else { throw .unknown }
        let bytes = try WideDecimal.bytes(of: text, count: size, signed: isSigned(type))
        do throws(XDRError) { return try type.init(xdr: bytes) } catch { throw .outOfRange }
    }

    private static func isSigned(_ type: any XDRCodable.Type) -> Bool {
        type == Int128Parts.self || type == Int256Parts.self
    }

    private static func size(of type: any XDRCodable.Type) -> Int? {
        if type == Int128Parts.self || type == UInt128Parts.self { return 16 }
        return type == Int256Parts.self || type == UInt256Parts.self ? 32 : nil
    }
}
