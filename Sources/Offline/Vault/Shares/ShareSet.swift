// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// Shares that belong together: how many are there, how many are missing, and the secret that they give.
///
/// More shares than needed are not an error, as the standard would have it, but have to fit the others.
/// - Source: SLIP-39 "Combining the shares".
package struct ShareSet: Sendable {
    /// In the order in which they were added.
    package private(set) var shares: [Share] = []

    package init() {}

    /// Adds a share that belongs to those before it.
    ///
    /// - Returns: why it does not; nil if it was added.
    package mutating func add(_ share: Share) -> ShareMismatch? {
        if let first = shares.first, first.header != share.header { return .otherSet(of: 0) }
        for (place, other) in shares.enumerated() where other.groupIndex == share.groupIndex {
            guard other.threshold == share.threshold else { return .otherThreshold(than: place) }
            guard other.index == share.index else { continue }
            return other.value.equals(share.value) ? .same(as: place) : .contradicts(place)
        }
        shares.append(share)
        return nil
    }

    /// A group of which there are shares.
    package struct Group: Hashable, Sendable {
        /// From 0.
        package let index: Int
        package let threshold: Int
        package let count: Int

        package var isComplete: Bool { count >= threshold }
    }

    /// The groups of which there are shares, in their order.
    package var groups: [Group] {
        Set(shares.map(\.groupIndex)).sorted().map { index in
            let own = shares.filter { $0.groupIndex == index }
            return Group(index: index, threshold: own[0].threshold, count: own.count)
        }
    }

    /// Whether there are enough shares for the secret.
    package var isComplete: Bool {
        shares.first.map { first in groups.count(where: \.isComplete) >= first.header.groupThreshold } ?? false
    }

    /// The secret, still encrypted. All shares were checked against each other.
    package func combine() throws(ShareSetError) -> EncryptedSecret {
        guard let header = shares.first?.header, isComplete else { throw .incomplete }
        if let group = groups.first(where: { !$0.isComplete }) { throw .unchecked(group: group.index) }
        let misfits: [Int]
        do {
            if let secret = try Self.secret(of: shares, header) { return secret }
            misfits = try self.misfits(header)
        } catch {
            throw .sodium(error)
        }
        throw .digest(shares: misfits)
    }

    /// The only shares without which the others agree; empty if that cannot be told.
    private func misfits(_ header: ShareHeader) throws(SodiumError) -> [Int] {
        var found: [Int] = []
        for place in shares.indices {
            var rest = self
            rest.shares.remove(at: place)
            guard rest.isComplete, rest.groups.allSatisfy(\.isComplete) else { continue }
            if try Self.secret(of: rest.shares, header) != nil { found.append(place) }
        }
        return found.count == 1 ? found : []
    }

    /// Nil if a digest is wrong, or a share that is not needed does not fit.
    private static func secret(of shares: [Share], _ header: ShareHeader) throws(SodiumError) -> EncryptedSecret? {
        var groups: [SharePoint] = []
        for index in Set(shares.map(\.groupIndex)).sorted() {
            let own = shares.filter { $0.groupIndex == index }
            var points: [SharePoint] = []
            for share in own { points.append(SharePoint(x: UInt8(share.index), value: try share.value.copy())) }
            guard let group = try recover(points, threshold: own[0].threshold) else { return nil }
            groups.append(SharePoint(x: UInt8(index), value: group))
        }
        guard let whole = try recover(groups, threshold: header.groupThreshold) else { return nil }
        return EncryptedSecret(header: header, bytes: whole)
    }

    /// What as many shares as are needed give, if all others lie on the same polynomials.
    private static func recover(_ points: [SharePoint], threshold: Int) throws(SodiumError) -> SecretBytes? {
        let needed = Array(points.prefix(threshold))
        guard let recovered = try ShareSplit.recover(needed) else { return nil }
        for point in points.dropFirst(threshold) {
            guard try ShareField.interpolate(needed, at: point.x).equals(point.value) else { return nil }
        }
        return recovered
    }
}

/// A secret that is encrypted with a passphrase, perhaps an empty one.
package struct EncryptedSecret: ~Copyable, Sendable {
    package let header: ShareHeader
    let bytes: SecretBytes

    init(header: ShareHeader, bytes: consuming SecretBytes) {
        self.header = header
        self.bytes = bytes
    }

    /// Whether a passphrase has only the characters that the standard allows, printable ASCII.
    package static func isPassphrase(_ text: borrowing SecretBytes) -> Bool {
        text.withBytes { $0.allSatisfy { (0x20...0x7e).contains($0) } }
    }

    /// The secret. Every passphrase gives one: a wrong one cannot be recognized.
    package func decrypted(with passphrase: borrowing SecretBytes) throws(SodiumError) -> SecretBytes {
        try ShareCipher.decrypt(bytes, header, passphrase: passphrase)
    }
}

extension ShareSet {
    /// The cost of a passphrase, though the shares have none: as in the reference implementation.
    private static let usualExponent = 1

    /// Shares of a secret, in one group, without a passphrase.
    ///
    /// The shares were read again from their words. Together they gave the secret, and each fits the others, so that
    /// any of them, as many as are needed, give it.
    /// - Throws: `.sodium`; `.digest` if the machine calculates wrongly.
    static func make(
        of secret: borrowing SecretBytes, by scheme: ShareScheme, randomness: some Randomness = SystemRandomness()
    ) throws(ShareSetError) -> ShareSet {
        let identifier = randomness.bytes(2).reduce(0) { $0 << 8 | UInt16($1) } & 0x7fff
        let header = ShareHeader(
            identifier: identifier, isExtendable: true, exponent: usualExponent, groupThreshold: 1, groupCount: 1,
            length: secret.count)
        var set = ShareSet()
        do {
            let none = try SecretBytes(count: 0)
            let encrypted = try ShareCipher.encrypt(secret, header, passphrase: none)
            let points = try ShareSplit.split(
                encrypted, threshold: scheme.threshold, count: scheme.count, randomness: randomness)
            for point in points {
                let share = Share(
                    header, groupIndex: 0, threshold: scheme.threshold, index: Int(point.x),
                    value: try point.value.copy())
                guard set.add(try Share(reading: try share.text())) == nil else {
                    throw ShareSetError.digest(shares: [])
                }
            }
            let combined = try set.combine()
            guard try combined.decrypted(with: none).equals(secret) else { throw ShareSetError.digest(shares: []) }
            return set
        } catch let error as SodiumError {
            throw .sodium(error)
        } catch {
            throw .digest(shares: [])
        }
    }
}
