// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

struct QR: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Show a request or response as QR codes, on the terminal or in files.",
        discussion: """
            Examples: coldstar-sign qr response.json --png response.png
            coldstar-sign qr request.json --dialect keystone --key-fingerprint 12345678
            Content too large for one code is shown as a loop: + and - change its speed, < and > the size of each code,
            the space bar pauses, q ends it. Responses are always one code.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String?

    @Flag(help: "Replace existing files.")
    var force = false

    @OptionGroup var dialect: DialectOptions
    @OptionGroup var pictures: PictureOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        TransactionInput.reach(transaction) + (pictures.areFiles ? pictures.reach : pictures.reachOfShow)
    }

    func run() throws {
        try pictures.checkFree(force: force)
        let (content, hash) = try content(try TransactionInput(try HandoffFolder.file(transaction, .unsigned)))
        guard pictures.areFiles else {
            return try QRPicture(content, hash: hash, options: pictures).draw(standardOutput: true)
        }
        try pictures.write(content, title: "Coldstar \(hash.hex)", force: force)
    }

    private func content(_ source: TransactionInput) throws(Failure) -> (QRContent, TransactionHash) {
        switch source.input.content {
        case .response(let response): return (try answer(response), response.hash)
        case .request(let request):
            let network = try network.resolve(documented: Network(passphrase: request.networkPassphrase))
            if case .message(let message) = request.content {
                return (try dialect.content(of: request), StellarMessage.hash(of: message.bytes))
            }
            guard let envelope = request.envelope else { throw source.noTransaction }
            return try content(request, envelope, network)
        case .envelope(let envelope):
            let network = try network.required()
            var generator = SystemRandomNumberGenerator()
            let request = SigningRequest(
                id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                content: .transaction(envelope), created: try clock.time())
            return try content(request, envelope, network)
        case .device(let asked):
            let found = try source.transaction(of: asked, network.choice)
            let request = asked.request(found.envelope, on: found.network, now: try clock.time())
            return try content(request, found.envelope, found.network)
        case .link(let link):
            let found = try source.transaction(of: link, network.choice)
            return try content(link.request(on: found.network, now: try clock.time()), found.envelope, found.network)
        case .signature, .accounts, .addressRequest: throw source.noTransaction
        }
    }

    private func content(
        _ request: SigningRequest, _ envelope: TransactionEnvelope, _ network: Network
    ) throws(Failure) -> (QRContent, TransactionHash) {
        dialect.sayScreen(of: request)
        return (try dialect.content(of: request), envelope.hash(on: network))
    }

    /// A response in the chosen dialect; device dialects hold exactly one signature.
    private func answer(_ response: SigningResponse) throws(Failure) -> QRContent {
        guard dialect.dialect != .coldstar else { return .whole(response.ur) }
        guard response.signatures.count == 1,
            let answer = DeviceSignature(id: response.id, signature: response.signatures[0].signature)
        else { throw Failure(.usage, "\(dialect.dialect.rawValue) responses contain one signature each") }
        switch dialect.dialect {
        case .keystone: return .whole(answer.keystoneUR)
        case .lumensigner: return .text(answer.lumenSignerText)
        case .coldstar, .sep7, .xdr: throw Failure(.usage, "a response is not a transaction: use --dialect coldstar")
        }
    }
}
