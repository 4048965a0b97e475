// SPDX-License-Identifier: Apache-2.0

import Codec

/// Why a text is not a value of an argument's type. Carries nothing of the text but the names of members, which are
/// quoted when shown: it may be a misplaced secret.
package enum ArgumentError: Error, Hashable {
    /// `wanted` describes the expected form.
    case expected(String)
    case empty
    /// Not JSON, where only JSON has the form of the type.
    case notJSON(String, wanted: String)
    case notUTF8
    case outOfRange(type: String)
    case wrongLength(found: Int, wanted: Int, of: String)
    case tooLong(limit: Int)
    /// A symbol with another character than the network accepts.
    case notASymbol
    case address(StrKeyError)
    /// An address of a kind that the type does not hold.
    case wrongAddress(wanted: String)
    /// An address with an id, where the type has none; `address` is the one without.
    case idNotTaken(address: StrKey)
    case missingMember([UInt8])
    case unknownMember(String, known: [[UInt8]])
    /// The same key twice.
    case repeatedKey
    case unknownCase(type: [UInt8], known: [[UInt8]])
    /// The case of a union has values, or has none, unlike the text.
    case caseWithValues(name: [UInt8], types: [String])
    case caseWithoutValues(name: [UInt8])
    /// A type that the spec does not define.
    case unknownType([UInt8])
    /// A type whose values cannot be written as text.
    case noText(type: String)
    /// `null` where an Option is inside an Option: the two cases have the same form.
    case ambiguousNull
    case tooDeep

    package var message: String {
        switch self {
        case .expected(let wanted): "expected \(wanted)"
        case .empty: "the value is empty; write \"\" with its quotation marks for an empty text"
        case .notJSON(let why, let wanted): "expected \(wanted), but this is \(why)"
        case .notUTF8: "the text is not UTF-8"
        case .outOfRange(let type): "the number is outside the range of \(type)"
        case .wrongLength(let found, let wanted, let of): "\(found) \(of) instead of \(wanted)"
        case .tooLong(let limit): "longer than the \(limit) bytes allowed"
        case .notASymbol: "a symbol has only the characters a-z, A-Z, 0-9 and _"
        case .address(let error): error.message
        case .wrongAddress(let wanted): "another kind of address: expected \(wanted)"
        case .idNotTaken:
            "an address with an id (M... or W...) cannot stand here: only the type MuxedAddress takes one, for example \"to\" of transfer"
        case .missingMember(let name): "the member \(ForeignName(name).quoted) is missing"
        case .unknownMember(let name, _): "the member \(TypedName.shown(name)) does not exist"
        case .repeatedKey: "a key occurs twice"
        case .unknownCase(let type, _): "not a case of \(ForeignName(TypePath.short(type)).text)"
        case .caseWithValues(let name, let types):
            "the case \(ForeignName(name).quoted) needs its value\(types.count == 1 ? "" : "s") "
                + "(\(types.joined(separator: ", ")))"
        case .caseWithoutValues(let name):
            "the case \(ForeignName(name).quoted) has no value; write its name alone, in quotation marks"
        case .unknownType(let name): "the contract's spec does not define the type \(ForeignName(name).text)"
        case .noText(let type): "values of the type \(type) cannot be written as text"
        case .ambiguousNull: "null could mean either Option"
        case .tooDeep: "nested too deeply"
        }
    }

    var hint: Wording? {
        switch self {
        case .unknownMember(let name, let known): TypedName.hint(name, "members", known)
        case .unknownCase(_, let known): TypedName.hint("", "cases", known)
        case .caseWithValues(let name, let types):
            "write {\(ForeignName(name).quoted): \(types.count == 1 ? "VALUE" : "[VALUE, ...]")}"
        case .ambiguousNull: "leave the argument out"
        case .idNotTaken(let address): "the address without the id is \(address.text)"
        default: nil
        }
    }
}
