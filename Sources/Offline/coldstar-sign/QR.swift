// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Stellar

struct QR: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Show a request or response as QR codes, on the terminal or in files.",
        discussion: """
            Examples: coldstar-sign qr response.json --png response.png
            coldstar-sign qr request.json --dialect keystone --key-fingerprint 12345678
            Content too large for one code is shown as a loop: + and - change its speed, < and > the size of each code,
            the space bar pauses, q ends it. Responses are always one code.
            """)

    @OptionGroup var argument: TransactionArgument

    @Flag(help: "Replace existing files.")
    var force = false

    @OptionGroup var dialect: DialectOptions
    @OptionGroup var pictures: PictureOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        argument.reach + (pictures.areFiles ? pictures.reach : pictures.reachOfShow)
    }

    func run() throws {
        try pictures.checkFree(force: force)
        let input = try argument.unsigned().input()
        let handoff = try input.handoff(network.choice) { () throws(Failure) in try clock.time() }
        if case .request(let request) = handoff { dialect.sayScreen(of: request) }
        let content = try dialect.content(of: handoff)
        guard pictures.areFiles else {
            return try QRPicture(content, hash: handoff.hash, options: pictures).draw(standardOutput: true)
        }
        try pictures.write(content, title: "Coldstar \(handoff.hash.hex)", force: force)
    }
}
