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

    @Option(help: "request, xdr or ur.")
    var format: TransactionFormat = .request

    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        try output.checkFree()
        let source = try TransactionInput(transaction)
        try output.deliver(try format.text(of: try request(source)))
    }

    private func request(_ source: TransactionInput) throws(Failure) -> SigningRequest {
        switch source.input.content {
        case .request(let request):
            _ = try network.resolve(documented: Network(passphrase: request.networkPassphrase))
            return request
        case .response:
            throw Failure(.badInput, "\(source.origin): a response holds signatures, not a transaction")
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
