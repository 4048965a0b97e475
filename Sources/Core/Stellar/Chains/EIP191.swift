// SPDX-License-Identifier: Apache-2.0

/// The hash of a message for `personal_sign`.
///
/// - Source: EIP-191, version byte 0x45.
package enum EIP191 {
    /// The 32 bytes that are signed.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        Keccak256.hash(Array("\u{19}Ethereum Signed Message:\n\(message.count)".utf8) + message)
    }
}
