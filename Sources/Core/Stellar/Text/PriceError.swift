// SPDX-License-Identifier: Apache-2.0

/// Why a string is not a valid price.
package enum PriceError: Error, Hashable {
    case notAPrice
    case zero
    case outOfRange
    /// A decimal number with more digits than can be computed with.
    case tooManyDigits(Int, limit: Int)

    package var message: String {
        switch self {
        case .notAPrice: "not a price: write a decimal number such as 0.25, or a fraction such as 1/4"
        case .tooManyDigits(let found, let limit):
            "not a usable price: it has \(found) digits, and at most \(limit) are read"
        case .zero: "a price is above zero"
        case .outOfRange: "a price is a fraction of two numbers of at most 2147483647; this one has none near"
        }
    }
}
