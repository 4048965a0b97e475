// SPDX-License-Identifier: Apache-2.0

/// Why a string is not a valid address. Carries none of the text, which may be a misplaced secret.
package enum StrKeyError: Error, Hashable {
    /// A character outside `A-Z2-7`; padding, blanks and lower case included.
    case invalidCharacter(offset: Int)
    /// No address, or none of this kind, has this length.
    case badLength
    /// Characters are missing or too many: the first one determines the length of the address.
    case wrongLength(found: Int, wanted: Int)
    /// Bits after the last byte are not zero.
    case unusedBits
    case badChecksum
    /// The first character is not that of a known kind.
    case unknownVersion
    /// The content does not match the kind (padding of a signed payload, version of a claimable balance).
    case badPayload
    /// A well-formed secret seed, `S…`, which must be kept out of every message.
    case secretSeed
    /// Hexadecimal digits that are not the id of a claimable balance.
    case badBalanceID
    /// An address of a kind that is not accepted here.
    case wrongKind(wanted: String)

    /// A predicate: it also reads well after "it is".
    package var message: String {
        switch self {
        case .invalidCharacter(let offset):
            "not an address: character \(offset + 1) is none of A-Z and 2-7"
        case .badLength: "not an address: no address has this length"
        case .wrongLength(let found, let wanted) where found < wanted:
            "not an address: \(found) of \(wanted) characters"
        case .wrongLength(let found, let wanted): "not an address: \(found) characters instead of \(wanted)"
        case .unusedBits: "not an address: unused bits at the end are set"
        case .badChecksum: "not an address: its checksum is wrong; a character was mistyped or is missing"
        case .unknownVersion: "not an address of a known kind"
        case .badPayload: "not an address: its inside is malformed"
        case .secretSeed: "a secret key (S...), not an address; it is not repeated here"
        case .badBalanceID:
            "not the id of a claimable balance: B..., 72 hexadecimal digits that begin with eight zeros, or the 64 after these"
        case .wrongKind(let wanted): "another kind of address: expected \(wanted)"
        }
    }
}
