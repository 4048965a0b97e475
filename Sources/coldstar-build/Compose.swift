// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Handoff
import OnlineSupport
import Stellar
import StellarXDR

struct Compose: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a request of a transaction that was written by hand, as txrep or SEP-51 JSON.",
        discussion: """
            Example: coldstar-build convert request.json --format txrep --out tx.txt, edit tx.txt, then
            coldstar-build compose tx.txt --network testnet
            The transaction is taken exactly as it is written; no network is asked.
            """)

    @Argument(help: "A file in txrep or SEP-51 JSON, or - for standard input.")
    var file: String

    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.output.checkFree()
        let network = try options.network.required()
        let source = try TransactionInput(file)
        guard [.txrep, .sep51].contains(source.input.dialect), case .envelope(let envelope) = source.input.content
        else {
            throw Failure(
                .badInput, "\(source.origin): neither txrep nor SEP-51 JSON",
                hint: "coldstar-build convert reads other forms")
        }
        if let complaint = Preflight.formComplaint(about: envelope) {
            Console.say("warning: the network would refuse this: \(complaint.message)")
        }
        try Emission(
            options: options, network: network, envelope: envelope, created: try options.clock.time(),
            note: options.note
        ).emit()
    }
}
