// SPDX-License-Identifier: Apache-2.0

/// Why a text is no address. Carries nothing of the text itself: it may be a secret put in the wrong place.
package enum StrKeyError: Error, Hashable {
    /// A character outside `A-Z2-7`; padding, blanks and lower case included.
    case invalidCharacter(offset: Int)
    /// No address is that long, or none of its kind is.
    case badLength
    /// A character is missing or too many: the first one says how long the address would be.
    case wrongLength(found: Int, wanted: Int)
    /// Bits beyond the last byte are not zero.
    case unusedBits
    case badChecksum
    /// The first character says no kind that is known.
    case unknownVersion
    /// The inside does not fit the kind (padding of a signed payload, version of a claimable balance).
    case badPayload
    /// A well-formed secret seed, `S…`: must be kept out of every message.
    case secretSeed
    /// An address, but of another kind than is wanted here.
    case wrongKind(wanted: String)

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
        case .secretSeed: "this is a secret key (S...), where an address is wanted; it is not repeated here"
        case .wrongKind(let wanted): "an address, but of another kind: \(wanted) is wanted"
        }
    }
}
