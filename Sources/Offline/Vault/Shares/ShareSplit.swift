// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Shamir's scheme with SLIP-39's digest, for one level of groups or members.
///
/// - Source: SLIP-39 "Sharing a secret".
enum ShareSplit {
    static let digestPlace: UInt8 = 254
    static let secretPlace: UInt8 = 255
    private static let digestLength = 4

    /// The shares of a secret, of which `threshold` are needed.
    ///
    /// - Parameter threshold: at least 2: with 1, every share would be the secret.
    static func split(
        _ secret: borrowing SecretBytes, threshold: Int, count: Int, randomness: some Randomness
    ) throws(SodiumError) -> [SharePoint] {
        precondition((2...count).contains(threshold) && count <= ShareScheme.most, "a threshold fits the shares")
        var shares: [SharePoint] = []
        for place in 0..<threshold - 2 {
            shares.append(SharePoint(x: UInt8(place), value: try randomness.secret(secret.count)))
        }
        let base =
            shares + [
                SharePoint(x: digestPlace, value: try digestShare(of: secret, randomness)),
                SharePoint(x: secretPlace, value: try secret.copy()),
            ]
        for place in threshold - 2..<count {
            shares.append(
                SharePoint(x: UInt8(place), value: try ShareField.interpolate(base, at: UInt8(place))))
        }
        return shares
    }

    /// The secret of shares.
    ///
    /// - Parameter shares: as many as the threshold is.
    /// - Returns: nil if the digest is wrong.
    static func recover(_ shares: [SharePoint]) throws(SodiumError) -> SecretBytes? {
        guard shares.count > 1 else { return try shares[0].value.copy() }
        let secret = try ShareField.interpolate(shares, at: secretPlace)
        let digest = try ShareField.interpolate(shares, at: digestPlace)
        let expected = try secret.withBytes { (secret) throws(SodiumError) in
            try digest.withBytes { (digest) throws(SodiumError) in
                let random = UnsafeRawBufferPointer(rebasing: digest[digestLength...])
                return try HMACSHA256.authenticate(secret: secret, key: random).prefix(digestLength)
            }
        }
        guard try digest.prefix(digestLength).equals(expected) else { return nil }
        return secret
    }

    /// The digest of a secret, and the random bytes that key it.
    private static func digestShare(
        of secret: borrowing SecretBytes, _ randomness: some Randomness
    ) throws(SodiumError) -> SecretBytes {
        let random = try randomness.secret(secret.count - digestLength)
        let digest = try secret.withBytes { (secret) throws(SodiumError) in
            try random.withBytes { (random) throws(SodiumError) in
                try HMACSHA256.authenticate(secret: secret, key: random)
            }
        }
        return try SecretBytes(count: secret.count) { (share) throws(SodiumError) in
            digest.withBytes { share.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<digestLength])) }
            random.withBytes { UnsafeMutableRawBufferPointer(rebasing: share[digestLength...]).copyMemory(from: $0) }
        }
    }
}

/// How many shares are made of a secret, and how many of them are needed.
package struct ShareScheme: Hashable, Sendable {
    /// The highest number of shares.
    package static let most = 16

    package let threshold: Int
    package let count: Int

    /// Nil unless 2 or more of at most 16 shares are needed.
    package init?(threshold: Int, count: Int) {
        guard threshold >= 2, count >= threshold, count <= Self.most else { return nil }
        self.threshold = threshold
        self.count = count
    }
}
