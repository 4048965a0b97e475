// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `ramp`: buys through Meso, with a wallet whose key is offline.
package struct ManageRamp: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ramp", abstract: "Buy through Meso's ramp; the wallet's key stays offline.",
        discussion: """
            A configuration is a JSON file with the members of meso-js. The transfer itself runs in the desk, at /ramp.
            Meso needs a partner id, and its live service may refuse newcomers: see docs/RAMP.md.
            Example: coldstar-submit ramp check transfer.json
            """,
        subcommands: [CheckRamp.self, OpenRamp.self, RampStatusCommand.self, ListRamp.self])

    package init() {}
}
