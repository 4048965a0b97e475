// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

/// The two assets of an offer.
struct OfferOptions: ParsableArguments {
    @Option(help: "What is given: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var selling: String

    @Option(help: "What is wanted: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var buying: String

    var assets: OfferAssets { OfferAssets(selling: selling, buying: buying) }
}
