// SPDX-License-Identifier: Apache-2.0

import CSodium

/// The one-time initialisation of libsodium, done by the first code that needs it, so that callers need not.
enum Sodium {
    /// Whether libsodium found a source of randomness; evaluated once, safely from any thread.
    private static let isReady = sodium_init() >= 0

    /// Initialises libsodium; costs one comparison after the first call.
    ///
    /// - Throws: `.unusable` when the system has no source of randomness.
    static func initialise() throws(SodiumError) {
        guard isReady else { throw .unusable }
    }
}

/// The libsodium that is linked.
package enum SodiumLibrary {
    /// The version that the library reports, such as `1.0.18`.
    package static var version: String { String(cString: sodium_version_string()) }
}

/// An error of the libsodium wrapper. Cases carry public facts only, never a secret byte.
package enum SodiumError: Error, Hashable {
    /// libsodium could not start: the system has no source of randomness.
    case unusable
    /// This much memory is not available, for guarded pages or for Argon2id.
    case outOfMemory(bytes: UInt64)
    /// A seed, salt, key or requested length that the algorithm does not accept.
    case wrongLength(found: Int, expected: Int)
    /// Argon2id parameters below the floor: guessing would be too cheap.
    case weakParameters(PasswordHash.Parameters)
    /// Argon2id parameters above the ceiling: opening would take far too long, or all memory.
    case excessiveParameters(PasswordHash.Parameters)
    /// Fewer bytes than the smallest sealed box.
    case truncatedBox(length: Int)
    /// A header byte that this release does not know; `offset` counts from the start of the box.
    case unsupportedBox(offset: Int, found: UInt8)
    /// A second factor is required and missing (`wanted`), or was given for a box that has none.
    case secondFactorMismatch(wanted: Bool)
    /// Wrong passphrase, wrong associated data or altered bytes, which cannot be told apart.
    case cannotOpen

    /// A description on one lower-case line.
    package var message: String {
        switch self {
        case .unusable: "libsodium cannot start: the system has no source of randomness"
        case .outOfMemory(let bytes): "not enough memory: \(bytes) bytes are needed"
        case .wrongLength(let found, let expected): "\(found) bytes where \(expected) are needed"
        case .weakParameters(let found): "Argon2id parameters are too weak: \(found.text)"
        case .excessiveParameters(let found): "Argon2id parameters are too large: \(found.text)"
        case .truncatedBox(let length): "the sealed part is too short: \(length) bytes"
        case .unsupportedBox(let offset, let found): "unknown value \(found) at byte \(offset) of the sealed part"
        case .secondFactorMismatch(true): "a second factor is needed and none was given"
        case .secondFactorMismatch(false): "a second factor was given and none is used"
        case .cannotOpen: "wrong passphrase, or altered data"
        }
    }
}
