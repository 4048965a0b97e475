// SPDX-License-Identifier: Apache-2.0

import SodiumKit

/// AES-256 decryption, implemented from the standard, for a single key of 64 bytes.
///
/// Table lookups depend on secrets, so an attacker who measures the processor's caches could learn from them. This is acceptable for
/// opening one old blob on the user's own machine; it is not part of the signer.
/// - Source: FIPS 197; SP 800-38A for CBC.
struct AES256: ~Copyable {
    static let block = 16
    private static let rounds = 14
    /// The round keys, 240 bytes.
    private let schedule: SecretBytes

    /// - Parameter key: 32 bytes.
    init(key: borrowing SecretBytes) throws(SodiumError) {
        schedule = try SecretBytes(count: Self.block * (Self.rounds + 1)) { (words) throws(SodiumError) in
            key.withBytes { UnsafeMutableRawBufferPointer(rebasing: words[..<32]).copyMemory(from: $0) }
            var constant: UInt8 = 1
            for place in stride(from: 32, to: words.count, by: 4) {
                var word = (words[place - 4], words[place - 3], words[place - 2], words[place - 1])
                if place % 32 == 0 {
                    word = (
                        Self.substitute(word.1) ^ constant, Self.substitute(word.2), Self.substitute(word.3),
                        Self.substitute(word.0)
                    )
                    constant = Self.double(constant)
                } else if place % 32 == 16 {
                    word = (
                        Self.substitute(word.0), Self.substitute(word.1), Self.substitute(word.2),
                        Self.substitute(word.3)
                    )
                }
                words[place] = words[place - 32] ^ word.0
                words[place + 1] = words[place - 31] ^ word.1
                words[place + 2] = words[place - 30] ^ word.2
                words[place + 3] = words[place - 29] ^ word.3
            }
        }
    }

    /// Decrypts whole blocks; the result includes the padding.
    func decryptCBC(_ sealed: [UInt8], vector: [UInt8]) throws(SodiumError) -> SecretBytes {
        precondition(sealed.count % Self.block == 0 && vector.count == Self.block, "whole blocks")
        return try SecretBytes(count: sealed.count) { (text) throws(SodiumError) in
            for (index, byte) in sealed.enumerated() { text[index] = byte }
            let chain = vector + sealed
            for start in stride(from: 0, to: sealed.count, by: Self.block) {
                let block = UnsafeMutableRawBufferPointer(rebasing: text[start..<start + Self.block])
                decrypt(block)
                for index in 0..<Self.block { block[index] ^= chain[start + index] }
            }
        }
    }

    private func decrypt(_ state: UnsafeMutableRawBufferPointer) {
        addRoundKey(Self.rounds, to: state)
        for round in (0..<Self.rounds).reversed() {
            shiftRowsBack(state)
            for index in 0..<Self.block { state[index] = Self.inverse[Int(state[index])] }
            addRoundKey(round, to: state)
            if round > 0 { for column in 0..<4 { mixBack(state, column * 4) } }
        }
    }

    private func addRoundKey(_ round: Int, to state: UnsafeMutableRawBufferPointer) {
        schedule.withBytes { keys in for index in 0..<Self.block { state[index] ^= keys[round * Self.block + index] } }
    }

    private func shiftRowsBack(_ state: UnsafeMutableRawBufferPointer) {
        for row in 1..<4 {
            // Rotates right by one position `row` times, in guarded memory, without a copy on the heap.
            for _ in 0..<row {
                let last = state[row + 12]
                for column in (1..<4).reversed() { state[row + 4 * column] = state[row + 4 * (column - 1)] }
                state[row] = last
            }
        }
    }

    private func mixBack(_ state: UnsafeMutableRawBufferPointer, _ at: Int) {
        let (a, b, c, d) = (state[at], state[at + 1], state[at + 2], state[at + 3])
        state[at] = Self.times(14, a) ^ Self.times(11, b) ^ Self.times(13, c) ^ Self.times(9, d)
        state[at + 1] = Self.times(9, a) ^ Self.times(14, b) ^ Self.times(11, c) ^ Self.times(13, d)
        state[at + 2] = Self.times(13, a) ^ Self.times(9, b) ^ Self.times(14, c) ^ Self.times(11, d)
        state[at + 3] = Self.times(11, a) ^ Self.times(13, b) ^ Self.times(9, c) ^ Self.times(14, d)
    }

    // MARK: the field of 256 elements

    private static func double(_ a: UInt8) -> UInt8 { a << 1 ^ (a & 0x80 == 0 ? 0 : 0x1b) }

    private static func times(_ factor: UInt8, _ a: UInt8) -> UInt8 {
        var (sum, power) = (UInt8(0), a)
        for bit in 0..<4 {
            if factor >> UInt8(bit) & 1 == 1 { sum ^= power }
            power = double(power)
        }
        return sum
    }

    private static func substitute(_ a: UInt8) -> UInt8 { table[Int(a)] }

    /// The S-box: the inverse of each byte in the field, then the affine map.
    private static let table: [UInt8] = {
        var table = [UInt8](repeating: 0x63, count: 256)
        var (p, q) = (UInt8(1), UInt8(1))
        repeat {
            // p iterates over the powers of 3, q over the powers of its inverse.
            p ^= double(p)
            q ^= q << 1
            q ^= q << 2
            q ^= q << 4
            if q & 0x80 != 0 { q ^= 0x09 }
            table[Int(p)] = q ^ turned(q, 1) ^ turned(q, 2) ^ turned(q, 3) ^ turned(q, 4) ^ 0x63
        } while p != 1
        return table
    }()

    private static let inverse: [UInt8] = {
        var inverse = [UInt8](repeating: 0, count: 256)
        for (index, value) in table.enumerated() { inverse[Int(value)] = UInt8(index) }
        return inverse
    }()

    private static func turned(_ a: UInt8, _ by: UInt8) -> UInt8 { a << by | a >> (8 - by) }
}
