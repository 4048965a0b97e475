// SPDX-License-Identifier: Apache-2.0

import Faults
import Stellar

/// A share of an amount, parsed from `0.5%` or `0.5`, to a ten-thousandth of a percent.
struct Slippage {
    let millionths: Int64

    init(_ text: String) throws(Failure) {
        let number = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let percent = try? Amount(number), percent.stroops % 1000 == 0,
            percent.stroops <= 50 * Amount.stroopsPerUnit
        else {
            throw Failure(
                .badInput, .slippage, "must be a percentage from 0% to 50%, such as 0.5%, with at most 4 decimals")
        }
        millionths = percent.stroops / 1000
    }
}
