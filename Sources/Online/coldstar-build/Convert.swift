// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Convert a transaction to another format; signatures and version are kept.",
        discussion: """
            Examples: coldstar-build convert request.json --format xdr
            coldstar-build convert result.xdr --type TransactionResult
            With --type, convert a value of another XDR type from base64 or hex to SEP-51 JSON, or back.
            """)

    @Argument(
        help: "TX: a file, - for standard input, or the transaction itself; with --type a value.", completion: .file())
    var transaction: String?

    @Option(help: TransactionFormat.help)
    var format: TransactionFormat?

    @Option(help: "The XDR type of the value, by its name in the protocol: TransactionResult, SCVal, ...")
    var type: String?

    @Flag(help: "Convert a version 0 transaction to version 1; hash and signatures stay the same.")
    var toV1 = false

    @Flag(help: "Print a JSON document that contains the result.")
    var json = false

    @OptionGroup var dialect: DialectOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        try output.checkFree()
        if let type {
            guard !toV1 else {
                throw Failure(.usage, "--to-v1 cannot be combined with --type: it converts transactions")
            }
            return try deliver(try value(of: type), as: "value")
        }
        let source = try TransactionInput(transaction)
        // Some formats do not contain the network and need none.
        if let format, !format.namesNetwork, case .envelope(let envelope) = source.input.content {
            return try deliver(format.text(of: toV1 ? envelope.asVersion1 : envelope, on: try network.given()))
        }
        var request = try request(source)
        if toV1, let envelope = request.envelope { request = request.replacing(envelope: envelope.asVersion1) }
        let format = format ?? .request
        if format == .request || format == .ur { try request.checkKind() }
        try deliver(try dialect.text(of: request, format))
        dialect.sayScreen(of: request)
    }

    private func deliver(_ text: String, as name: String = "transaction") throws(Failure) {
        let document = JSON.object(JSONObject([("version", 1), (name, .string(text))]))
        try output.deliver(json ? document.text(pretty: true) : text)
    }

    // MARK: transactions

    private func request(_ source: TransactionInput) throws(Failure) -> SigningRequest {
        switch source.input.content {
        case .request(let request):
            _ = try network.resolve(documented: Network(passphrase: request.networkPassphrase))
            return request
        case .device(let asked):
            let found = try source.transaction(of: asked, network.choice)
            return asked.request(found.envelope, on: found.network, now: try clock.time())
        case .link(let link):
            if let format, !format.namesNetwork {
                // The link's transaction, even if fields in it are still to be replaced.
                return link.request(on: try network.resolve(link.terms), now: try clock.time())
            }
            if link.terms.callback != nil || link.terms.origin != nil {
                Console.say(
                    "the link's callback, origin and signature are dropped: they are not part of the transaction")
            }
            return link.request(on: try source.transaction(of: link, network.choice).network, now: try clock.time())
        case .response, .signature, .accounts, .addressRequest: throw source.noTransaction
        case .envelope(let envelope):
            var generator = SystemRandomNumberGenerator()
            return SigningRequest(
                id: RequestID(using: &generator), networkPassphrase: try network.required().passphrase,
                content: .transaction(envelope), signers: [], created: try clock.time())
        }
    }

    // MARK: other types

    private func value(of name: String) throws(Failure) -> String {
        guard let type = WireType(named: name) else {
            throw Failure(
                .usage,
                "--type \(TerminalText.escape(name)): not a type of transactions, results or contract values"
            )
        }
        let (bytes, origin) = try TransactionInput.bytes(transaction)
        let text: WireText
        do { text = try WireText(bytes, of: type) } catch {
            throw Failure(.badInput, "\(origin): not a \(type.name): \(error.message)")
        }
        switch format ?? (text.isJSON ? .xdr : .json) {
        case .xdr: return Base64.encode(text.bytes)
        case .json:
            do { return try XDRJSON.text(text.bytes, type, pretty: true) } catch {
                throw Failure(.badInput, "\(origin): not a \(type.name): \(error.message)")
            }
        default: throw Failure(.usage, "--type needs --format xdr or json")
        }
    }
}
