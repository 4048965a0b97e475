// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import LedgerAPI

struct LookupFees: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fees", abstract: "What recent transactions paid, in stroops for an operation.",
        discussion: "Example: coldstar-build lookup fees --network public")

    @OptionGroup var options: Lookup.Options

    func run() throws { try options.print(try RecentFees(by: try options.view().client)) }
}
