// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

/// The two assets of an offer.
struct OfferOptions: ParsableArguments {
    @Option(help: "What is given: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var selling: String

    @Option(help: "What is wanted: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var buying: String

    func assets(in draft: inout Draft) throws(Failure) -> (selling: Asset, buying: Asset) {
        let selling = try draft.asset(selling, "--selling")
        let buying = try draft.asset(buying, "--buying")
        guard selling != buying else { throw Failure(.badInput, "--selling and --buying are the same asset") }
        return (selling, buying)
    }

    /// The amount of an offer; zero deletes an existing one.
    static func amount(_ text: String, _ option: String, offer id: Int64) throws(Failure) -> Amount {
        let amount = try Arguments.amount(text, option, allowingZero: true)
        guard amount > .zero || id > 0 else {
            throw Failure(.badInput, "\(option): 0 deletes an offer: give its --offer-id")
        }
        return amount
    }
}
