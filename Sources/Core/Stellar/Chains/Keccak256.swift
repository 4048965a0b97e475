// SPDX-License-Identifier: Apache-2.0

/// Keccak-256 as Ethereum uses it: with the padding of the competition's Keccak, not that of SHA-3.
///
/// - Source: The Keccak reference, version 3.0; Ethereum Yellow Paper, appendix on notation.
package enum Keccak256 {
    /// Bytes absorbed between two permutations.
    private static let rate = 136

    /// The hash of public bytes, 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var padded = bytes
        padded.append(1)
        padded.append(contentsOf: repeatElement(0, count: (rate - padded.count % rate) % rate))
        padded[padded.count - 1] |= 0x80
        var lanes = [UInt64](repeating: 0, count: 25)
        for start in stride(from: 0, to: padded.count, by: rate) {
            for lane in 0..<(rate / 8) {
                for byte in 0..<8 {
                    lanes[lane] ^= UInt64(padded[start + lane * 8 + byte]) << UInt64(byte * 8)
                }
            }
            permute(&lanes)
        }
        return (0..<32).map { UInt8(truncatingIfNeeded: lanes[$0 / 8] >> UInt64($0 % 8 * 8)) }
    }

    private static func permute(_ lanes: inout [UInt64]) {
        for constant in constants {
            var parity = [UInt64](repeating: 0, count: 5)
            for index in 0..<25 { parity[index % 5] ^= lanes[index] }
            for index in 0..<25 {
                lanes[index] ^= parity[(index + 4) % 5] ^ turn(parity[(index + 1) % 5], by: 1)
            }
            var moved = [UInt64](repeating: 0, count: 25)
            for x in 0..<5 {
                for y in 0..<5 { moved[y + (2 * x + 3 * y) % 5 * 5] = turn(lanes[x + y * 5], by: turns[x + y * 5]) }
            }
            for index in 0..<25 {
                let row = index / 5 * 5
                lanes[index] = moved[index] ^ (~moved[row + (index + 1) % 5] & moved[row + (index + 2) % 5])
            }
            lanes[0] ^= constant
        }
    }

    private static func turn(_ lane: UInt64, by count: UInt64) -> UInt64 {
        count == 0 ? lane : lane << count | lane >> (64 - count)
    }

    /// How far each lane is turned: the triangular numbers along the walk of the specification's rho step.
    private static let turns: [UInt64] = {
        var turns = [UInt64](repeating: 0, count: 25)
        var (x, y) = (1, 0)
        for step in 0..<24 {
            turns[x + y * 5] = UInt64((step + 1) * (step + 2) / 2 % 64)
            (x, y) = (y, (2 * x + 3 * y) % 5)
        }
        return turns
    }()

    /// The constants of the 24 rounds, from the linear feedback shift register of the specification's iota step.
    private static let constants: [UInt64] = {
        var register: UInt8 = 1
        return (0..<24).map { _ in
            var constant: UInt64 = 0
            for power in 0..<7 {
                if register & 1 == 1 { constant |= 1 << UInt64((1 << power) - 1) }
                register = register & 0x80 == 0 ? register << 1 : register << 1 ^ 0x71
            }
            return constant
        }
    }()
}
