// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Preflight
import Shell
import Stellar
import StellarXDR

struct Compose: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a request from an existing transaction, such as one written by hand in txrep.",
        discussion: """
            Example: coldstar-build convert request.json --format txrep --out tx.txt, edit tx.txt, then
            coldstar-build compose tx.txt --network testnet
            The transaction is used exactly as written, without the network.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String

    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let source = try TransactionInput(transaction)
        let (envelope, network, note) = try found(in: source)
        if let complaint = Complaint(formOf: envelope) {
            Console.say("warning: the network would refuse this: \(complaint.message)")
        }
        try Emission(
            options: options, network: network, envelope: envelope, created: try options.clock.time(),
            note: options.note ?? note
        ).emit()
    }

    /// The transaction with its network and note.
    private func found(
        in source: TransactionInput
    ) throws(Failure) -> (envelope: TransactionEnvelope, network: Network, note: String?) {
        switch source.input.content {
        case .envelope(let envelope): return (envelope, try options.network.required(), nil)
        case .request(let request):
            guard case .transaction(let envelope) = request.content else {
                throw Failure(.badInput, "\(source.origin): this is a \(request.kind.rawValue), not a transaction")
            }
            let network = try options.network.resolve(documented: Network(passphrase: request.networkPassphrase))
            return (envelope, network, request.note)
        case .device(let asked):
            let found = try source.transaction(of: asked, options.network.choice)
            return (found.envelope, found.network, nil)
        case .link(let link):
            let found = try source.transaction(of: link, options.network.choice)
            return (found.envelope, found.network, link.terms.message)
        case .response, .signature, .accounts, .addressRequest: throw source.noTransaction
        }
    }
}
