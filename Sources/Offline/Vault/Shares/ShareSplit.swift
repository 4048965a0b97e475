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
    /// - Parameters:
    ///   - threshold: at least 2: with 1, every share would be the secret.
    ///   - purpose: what the secret is, which those who have it can read from the digest; nil to say nothing.
    static func split(
        _ secret: borrowing SecretBytes, threshold: Int, count: Int, purpose: SharedPurpose? = nil,
        randomness: some Randomness
    ) throws(SodiumError) -> [SharePoint] {
        precondition((2...count).contains(threshold) && count <= ShareScheme.most, "a threshold fits the shares")
        var shares: [SharePoint] = []
        for place in 0..<threshold - 2 {
            shares.append(SharePoint(x: UInt8(place), value: try randomness.secret(secret.count)))
        }
        let base =
            shares + [
                SharePoint(x: digestPlace, value: try digestShare(of: secret, purpose, randomness)),
                SharePoint(x: secretPlace, value: try secret.copy()),
            ]
        for place in threshold - 2..<count {
            shares.append(
                SharePoint(x: UInt8(place), value: try ShareField.interpolate(base, at: UInt8(place))))
        }
        return shares
    }

    /// What shares give.
    struct Recovered: ~Copyable {
        let secret: SecretBytes
        let purpose: SharedPurpose?
    }

    /// The secret of shares.
    ///
    /// - Parameter shares: as many as the threshold is.
    /// - Returns: nil if the digest is wrong.
    static func recover(_ shares: [SharePoint]) throws(SodiumError) -> Recovered? {
        guard shares.count > 1 else {
            let secret = try shares[0].value.copy()
            return Recovered(secret: secret, purpose: nil)
        }
        let secret = try ShareField.interpolate(shares, at: secretPlace)
        let digest = try ShareField.interpolate(shares, at: digestPlace)
        let random = try rest(of: digest, from: digestLength)
        let expected = try secret.withBytes { (secret) throws(SodiumError) in
            try random.withBytes { (random) throws(SodiumError) in
                try HMACSHA256.authenticate(secret: secret, key: random).prefix(digestLength)
            }
        }
        guard try digest.prefix(digestLength).equals(expected) else { return nil }
        let purpose = try SharedPurpose(readFrom: random, of: secret)
        return Recovered(secret: secret, purpose: purpose)
    }

    /// The digest of a secret, and the random bytes that key it.
    private static func digestShare(
        of secret: borrowing SecretBytes, _ purpose: SharedPurpose?, _ randomness: some Randomness
    ) throws(SodiumError) -> SecretBytes {
        var random = try randomness.secret(secret.count - digestLength)
        if let purpose, SharedPurpose.isTold(of: secret) { try purpose.write(into: &random, of: secret) }
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

    static func rest(of bytes: borrowing SecretBytes, from start: Int) throws(SodiumError) -> SecretBytes {
        try bytes.withBytes { (bytes) throws(SodiumError) in
            try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[start...]))
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

/// What a secret of 32 bytes is. SLIP-39 has no place for it; words of a mnemonic and secret keys both have 32 bytes.
///
/// The random bytes that key the digest begin with an authenticator of the secret, keyed with the others, under a label
/// for the purpose. To others it looks random; whoever combines the shares can recompute it. Someone with one share too
/// few gets a second check of 32 bits for each guess of the secret, as the digest is one: of 256 bits, 192 are left to
/// guess. Of shorter secrets too few would be left, so they say nothing.
package enum SharedPurpose: String, CaseIterable, Sendable {
    case words, key

    private static let markLength = 4

    /// Whether the secret is long enough to say what it is.
    static func isTold(of secret: borrowing SecretBytes) -> Bool { secret.count == 32 }

    /// - Parameter random: the random bytes after the digest.
    init?(readFrom random: borrowing SecretBytes, of secret: borrowing SecretBytes) throws(SodiumError) {
        guard Self.isTold(of: secret) else { return nil }
        let mark = try random.prefix(Self.markLength)
        for purpose in Self.allCases where try purpose.mark(random, of: secret).equals(mark) {
            self = purpose
            return
        }
        return nil
    }

    /// Writes the mark over the first of the random bytes.
    func write(into random: inout SecretBytes, of secret: borrowing SecretBytes) throws(SodiumError) {
        let mark = try mark(random, of: secret)
        random.withMutableBytes { random in mark.withBytes { random.copyMemory(from: $0) } }
    }

    private func mark(_ random: borrowing SecretBytes, of secret: borrowing SecretBytes) throws(SodiumError)
        -> SecretBytes
    {
        let label = Array("coldstar share of \(rawValue)".utf8)
        let message = try SecretBytes(count: secret.count + label.count) { (message) throws(SodiumError) in
            secret.withBytes { message.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: message[secret.count...]).copyBytes(from: label)
        }
        let key = try ShareSplit.rest(of: random, from: Self.markLength)
        return try message.withBytes { (message) throws(SodiumError) in
            try key.withBytes { (key) throws(SodiumError) in
                try HMACSHA256.authenticate(secret: message, key: key).prefix(Self.markLength)
            }
        }
    }
}
