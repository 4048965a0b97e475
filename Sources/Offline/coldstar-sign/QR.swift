// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Review
import Stellar
import Terminal

struct QR: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr",
        abstract: "Show a request, a response or a batch of them as QR codes, on the terminal or in files.",
        discussion: """
            Examples: coldstar-sign qr response.json --png response.png
            coldstar-sign qr request.json --dialect keystone --key-fingerprint 12345678
            coldstar-sign qr responses.jsonl --html codes.html
            Content too large for one code is shown as a loop: + and - change its speed, < and > the size of each code,
            the space bar pauses, q ends it.
            """)

    @OptionGroup var argument: TransactionArgument

    @Flag(help: "Replace existing files.")
    var force = false

    @OptionGroup var dialect: DialectOptions
    @OptionGroup var pictures: PictureOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess {
        argument.reach + (pictures.areFiles ? pictures.reach : pictures.reach + .terminal)
    }

    func run() throws {
        try pictures.checkFree(force: force)
        switch try argument.unsigned().source() {
        case .one(let input):
            let handoff = try input.handoff(network.choice) { () throws(Failure) in try clock.time() }
            if case .request(let request) = handoff { dialect.sayScreen(of: request) }
            let hash = handoff.hash.hex
            try pictures.show(try dialect.content(of: handoff), title: hash, force: force)
        case .many(let lines):
            try pictures.show(try dialect.content(of: lines), title: "batch", force: force)
        }
    }
}
