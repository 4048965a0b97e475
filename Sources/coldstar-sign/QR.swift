// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Handoff
import Stellar
import StellarXDR
import TextCodec
import XDR

struct QR: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Show a request or a response as one QR code.",
        discussion: """
            Example: coldstar-sign qr response.json --png response.png
            Drawn on the terminal, dark on light whatever its colours, or written as a PNG file.
            """)

    /// What the code says.
    enum Dialect: String, ExpressibleByArgument, CaseIterable {
        /// Coldstar's own Uniform Resource.
        case coldstar
        /// The envelope in base64.
        case xdr
    }

    @Argument(help: "TX: a file, - for standard input, or the text itself.")
    var transaction: String?

    @Option(help: "coldstar (default) or xdr.")
    var dialect: Dialect = .coldstar

    @Option(help: "Write a PNG file instead of drawing on the terminal.")
    var png: String?

    @Flag(help: "Replace the PNG file if it is there.")
    var force = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    func run() throws {
        let source = try TransactionInput(transaction)
        let (text, hash) = try content(source)
        let picture = try QRPicture(text, hash: hash)
        if let png { try picture.write(to: png, replacing: force) } else { try picture.draw(standardOutput: true) }
    }

    private func content(_ source: TransactionInput) throws(Failure) -> (String, TransactionHash) {
        switch source.input.content {
        case .response(let response):
            guard dialect == .coldstar else { throw Failure(.usage, "a response has no XDR of its own") }
            return (response.ur.qrText, response.hash)
        case .request(let request):
            let network = try network.resolve(documented: Network(passphrase: request.networkPassphrase))
            guard let envelope = request.envelope else {
                throw Failure(.badInput, "\(source.origin): a message goes as a file")
            }
            let hash = envelope.hash(on: network)
            return dialect == .xdr ? (Base64.encode(envelope.xdr), hash) : (request.ur.qrText, hash)
        case .envelope(let envelope):
            let network = try network.required()
            let hash = envelope.hash(on: network)
            guard dialect == .coldstar else { return (Base64.encode(envelope.xdr), hash) }
            var generator = SystemRandomNumberGenerator()
            let request = SigningRequest(
                id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                content: .transaction(envelope), created: try clock.time())
            return (request.ur.qrText, hash)
        }
    }
}
