// SPDX-License-Identifier: Apache-2.0

/// Why a string does not name a memo.
package enum MemoError: Error, Hashable {
    case noKind
    case textTooLong(bytes: Int)
    case badID
    case badHash

    package var message: String {
        switch self {
        case .noKind: "not a memo: write text:..., id:..., hash:HEX or return:HEX"
        case .textTooLong(let bytes): "a memo text has at most 28 bytes, not \(bytes)"
        case .badID: "a memo id is a whole number from 0 to 18446744073709551615"
        case .badHash: "a memo hash is 64 hex digits"
        }
    }
}
