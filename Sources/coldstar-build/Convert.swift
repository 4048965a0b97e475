// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Handoff
import Stellar
import StellarXDR

struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a transaction in another form; signatures and version stay as they are.",
        discussion: "Example: coldstar-build convert request.json --format xdr")

    @Argument(help: "TX: a file, - for standard input, or the transaction itself.")
    var transaction: String?

    @Option(help: "request (default), xdr, ur or lumensigner.")
    var format: TransactionFormat = .request

    @OptionGroup var dialect: DialectOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        try output.checkFree()
        let source = try TransactionInput(transaction)
        let request = try request(source)
        try output.deliver(try dialect.text(of: request, format))
        dialect.sayScreen(of: request)
    }

    private func request(_ source: TransactionInput) throws(Failure) -> SigningRequest {
        switch source.input.content {
        case .request(let request):
            _ = try network.resolve(documented: Network(passphrase: request.networkPassphrase))
            return request
        case .device(let asked):
            let found = try source.transaction(of: asked, network)
            return asked.request(found.envelope, on: found.network, now: try clock.time())
        case .response, .signature, .accounts, .addressRequest: throw source.noTransaction
        case .envelope(let envelope):
            // XDR says nothing of a network, and needs none; a document has to name it.
            let network = format == .xdr ? try self.network.given() ?? .public : try self.network.required()
            var generator = SystemRandomNumberGenerator()
            return SigningRequest(
                id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                content: .transaction(envelope), signers: [], created: try clock.time())
        }
    }
}
