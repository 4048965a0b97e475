// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The field of 256 elements over which SLIP-39 shares a secret, one polynomial for each byte.
///
/// Without tables and without branches on values: which memory is read and how long it takes depends on nothing secret.
/// - Source: FIPS 197 §4.2; x⁸ + x⁴ + x³ + x + 1.
enum ShareField {
    static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var (power, product) = (left, UInt8(0))
        for bit in UInt8(0)..<8 {
            product ^= power & (0 &- (right >> bit & 1))
            power = power << 1 ^ (0x1b & (0 &- (power >> 7)))
        }
        return product
    }

    /// The inverse of an element, its 254th power; 0 for 0.
    static func inverse(_ element: UInt8) -> UInt8 {
        var (power, result) = (element, UInt8(1))
        for _ in 0..<7 {
            power = multiply(power, power)
            result = multiply(result, power)
        }
        return result
    }

    /// The values at `x` of the polynomials of least degree through the points.
    ///
    /// - Parameter points: at least one, at different places, with values of one length.
    static func interpolate(_ points: [SharePoint], at x: UInt8) throws(SodiumError) -> SecretBytes {
        precondition(Set(points.map(\.x)).count == points.count, "a polynomial has one value at each place")
        return try SecretBytes(count: points[0].value.count) { (result) throws(SodiumError) in
            for point in points {
                // The places are public; the values are not.
                var weight = UInt8(1)
                for other in points where other.x != point.x {
                    weight = multiply(weight, multiply(x ^ other.x, inverse(point.x ^ other.x)))
                }
                point.value.withBytes { value in
                    for index in result.indices { result[index] ^= multiply(value[index], weight) }
                }
            }
        }
    }
}

/// A point of the polynomials: a place, and a byte of each at that place.
final class SharePoint: Sendable {
    /// 0 to 15 for shares, 254 for the digest, 255 for the secret.
    let x: UInt8
    let value: SecretBytes

    init(x: UInt8, value: consuming SecretBytes) {
        self.x = x
        self.value = value
    }
}
