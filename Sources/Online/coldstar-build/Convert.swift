// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import LedgerXDR
import Terminal

struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Convert a transaction to another format; signatures and version are kept.",
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
    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        try output.checkFree()
        if let type {
            guard !toV1 else {
                throw Failure(.usage, "--to-v1 cannot be combined with --type: it converts transactions")
            }
            let conversion = try ValueConversion(of: type)
            let (bytes, origin) = try TransactionInput.bytes(transaction)
            return try deliver(try conversion.text(of: bytes, origin: origin, in: format), as: "value")
        }
        let conversion = Conversion(to: format, toV1: toV1, try network.choice)
        let source = try TransactionInput(transaction)
        let result = try Notices.shown { notices throws(Failure) in
            try conversion.convert(source, clock: clock.time, noting: &notices)
        }
        switch result {
        case .text(let text): try deliver(text)
        case .request(let request, let format):
            try deliver(try dialect.text(of: request, format))
            dialect.sayScreen(of: request)
        }
    }

    private func deliver(_ text: String, as name: String = "transaction") throws(Failure) {
        try output.deliver(json ? Console.text(of: [name: .string(text)]) : text)
    }
}
