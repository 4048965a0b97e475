// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// What a user gives as a transaction (TX): the recognised input, and where it came from.
package struct TransactionInput {
    /// The maximum input size, in bytes: a full transaction of 100 operations is well below 1 MiB.
    package static let limit = 16 << 20

    package let input: HandoffInput
    /// Where the input came from, for error lines: a file's name, `standard input`, `the argument`.
    package let origin: String

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped.
    ///   - isText: whether they are the argument itself.
    package init(_ bytes: [UInt8], origin: String, isText: Bool = false) throws(Failure) {
        try self.init(bytes, origin: origin, isText: isText, fileSize: bytes.count)
    }

    /// - Parameter fileSize: the bytes of the file that ends with these; nil if others follow, so that these cannot
    ///   have been cut off.
    fileprivate init(_ bytes: [UInt8], origin: String, isText: Bool, fileSize: Int?) throws(Failure) {
        self.origin = origin
        do {
            input = try HandoffInput.recognise(bytes)
        } catch {
            if error == .notRecognised, isText {
                if Self.looksLikeFile(bytes) { throw Self.notThere(String(decoding: bytes, as: UTF8.self)) }
                throw Failure(
                    .badInput, "this is neither an existing file nor a transaction in a known format",
                    hint: "give a file, - for standard input, or the text itself")
            }
            let isRefused = if case .bareHash = error { true } else { false }
            let what = Self.message(error, bytes, fileSize: fileSize)
            throw Failure(isRefused ? .refused : .badInput, "\(origin): \(what)", hint: Self.hint(error))
        }
    }

    /// A request that is there as a value.
    package init(_ request: SigningRequest, origin: String) {
        self.origin = origin
        input = HandoffInput(content: .request(request), dialect: .json)
    }

    /// The error in words: of a text that ends too early as what it is, and of JSON with line and column.
    private static func message(_ error: HandoffError, _ bytes: [UInt8], fileSize: Int?) -> String {
        let text = HandoffText(bytes).bytes
        let isCut =
            switch error {
            case .json(.syntax(let offset, _)): offset >= text.count
            case .envelope(.truncated), .base64(.truncated): true
            default: false
            }
        if isCut, let fileSize { return "cut off after \(fileSize) bytes; copy it again" }
        if case .json(let error) = error { return error.message(in: bytes, from: text.startIndex) }
        return error.message
    }

    private static func hint(_ error: HandoffError) -> Wording? {
        switch error {
        case .foreign(let file): file.hint
        case .notRecognised:
            """
            known are requests and responses of Coldstar's, base64 XDR, SEP-51 JSON, txrep, SEP-7 links and UR parts
            """
        case .ur(.wholeBeside), .ur(.otherType), .ur(.otherMessage):
            "the lines are parts of different messages: give the parts of one"
        case .several:
            "a file with a transaction on each line is for \(step: .sign(.inspect)), \(step: .sign(.sign)), \(step: .submit(.send)), \(step: .submit(.check)) and \(step: .submit(.merge))"
        case .elsewhere(let file): "give that file: \(TerminalText.escape(file))"
        case .paymentLink: "build it on the online machine: \(step: .build(.payment))"
        default: nil
        }
    }

    package static func notThere(_ path: String) -> Failure {
        Failure(.noInput, "\(TerminalText.escape(path)) does not exist")
    }

    /// Whether an argument can only be a file name: the shortest transaction is longer, and base64 has no dot.
    private static func looksLikeFile(_ text: [UInt8]) -> Bool {
        text.count <= 64 && text.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            && text.allSatisfy { $0 > UInt8(ascii: " ") }
            && !["{", "[", "web+", "ur:"].contains { text.starts(with: $0.utf8) }
    }
}

extension TransactionInput {
    /// The error for input that contains no transaction.
    package var noTransaction: Failure {
        let what =
            switch input.content {
            case .response, .chainResponse, .chainSignature, .signature:
                "this is a signer's response, without a transaction"
            case .accounts: "these are a signer's accounts, without a transaction"
            case .addressRequest: "this requests an address, without a transaction"
            case .device: "a bare hash is never signed: its transaction is required (R-HASH)"
            case .chainRequest: "this requests a message's signature, without a transaction"
            case .envelope, .request, .link: "this contains no transaction"
            }
        let hint: Wording? =
            switch input.content {
            case .device: "add the transaction with \(field: .envelope, "FILE")"
            case .addressRequest: "to respond: \(step: .sign(.showKeyAsQR))"
            default: nil as Wording?
            }
        let isHash = if case .device = input.content { true } else { false }
        return Failure(isHash ? .refused : .badInput, "\(origin): \(what)", hint: hint)
    }
}

/// A request or a response, in Coldstar's own format.
package indirect enum HandoffDocument: Hashable, Sendable {
    case request(SigningRequest)
    case response(SigningResponse)
    case chainRequest(ChainRequest)
    case chainResponse(ChainResponse)

    /// The hash of what is to be signed, or was.
    package var hash: TransactionHash {
        switch self {
        case .response(let response): response.hash
        case .chainRequest(let request): request.message.hash
        case .chainResponse(let response): response.hash
        case .request(let request):
            switch request.content {
            case .message(let message): StellarMessage.hash(of: message.bytes)
            case .authorization(let asked): asked.identity(on: request.network)
            case .transaction(let envelope), .challenge(let envelope, _): envelope.hash(on: request.network)
            }
        }
    }
}

extension TransactionInput {
    /// The input as a request or response; a bare transaction, a link and a device's request become a new request.
    ///
    /// - Parameters:
    ///   - networks: the network as the user names it, for input that does not name its own.
    ///   - now: the time of a new request; called only if a new request is made.
    /// - Throws: `.refused` for a bare hash, `.usage` if no network is given, `.badInput` for a contradicting network
    ///   and for input without a transaction or response.
    package func handoff(
        _ networks: NetworkSelection, now: () throws(Failure) -> Timestamp
    ) throws(Failure) -> HandoffDocument {
        switch input.content {
        case .response(let response): return .response(response)
        case .chainRequest(let request): return .chainRequest(request)
        case .chainResponse(let response): return .chainResponse(response)
        case .request(let request):
            _ = try networks.resolve(documented: request.network)
            return .request(request)
        case .envelope, .device, .link:
            guard let transaction else { throw noTransaction }
            try transaction.checkIsComplete()
            return .request(try transaction.signingRequest(networks, now: now))
        case .signature, .chainSignature, .accounts, .addressRequest: throw noTransaction
        }
    }
}

/// A transaction that a user gave, in whichever form, with what that form says about it.
///
/// Which forms contain a transaction to sign or to change is decided here. A job asks for what it needs:
/// `TransactionInput.toSign()` for a transaction that is to be signed or changed, `handoff` for a request,
/// `transaction` where everything counts that has an envelope.
package struct GivenTransaction: Sendable {
    /// The form that it came in.
    package indirect enum Form: Sendable {
        case envelope
        case request(SigningRequest)
        case device(DeviceRequest, DeviceRequest.NetworkName)
        case link(SEP7Transaction)
    }

    package let envelope: TransactionEnvelope
    package let form: Form
    /// Where it came from, for error lines.
    package let origin: String

    /// Nil for content without a transaction: a response, a message, a bare hash.
    fileprivate init?(_ content: HandoffInput.Content, origin: String) {
        switch content {
        case .envelope(let bare): (envelope, form) = (bare, .envelope)
        case .request(let request):
            guard let asked = request.envelope else { return nil }
            (envelope, form) = (asked, .request(request))
        case .device(let device):
            guard case .transaction(let asked, let name) = device.subject else { return nil }
            (envelope, form) = (asked, .device(device, name))
        case .link(let link): (envelope, form) = (link.envelope, .link(link))
        case .response, .signature, .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature:
            return nil
        }
        self.origin = origin
    }

    /// The request document; nil for every other form.
    package var request: SigningRequest? { if case .request(let request) = form { request } else { nil } }

    /// The note for the signer that came with it.
    package var note: String? {
        switch form {
        case .request(let request): request.note
        case .link(let link): link.terms.message
        case .envelope, .device: nil
        }
    }

    /// The network: the one that the form names, which the user may confirm, else the one that the user or the settings
    /// name.
    package func network(_ networks: NetworkSelection) throws(Failure) -> Network {
        switch form {
        case .envelope: try networks.required()
        case .request(let request): try networks.resolve(documented: request.network)
        case .device(_, let name): try networks.resolve(named: name, origin)
        case .link(let link): try networks.resolve(link.terms)
        }
    }

    /// - Throws: `.badInput` for a link with fields to fill in: what it contains is not yet the transaction.
    package func checkIsComplete() throws(Failure) {
        guard case .link(let link) = form, link.replace != nil else { return }
        throw Failure(
            .badInput, "\(origin): the link has fields to fill in first",
            hint:
                "write it as text, fill in the fields, and make a request: \(step: .build(.writeText)), then \(step: .build(.compose))"
        )
    }

    /// The request to sign it: the one that it came in, otherwise a new one. Of a link the message becomes the note;
    /// callback, origin and signature are dropped.
    ///
    /// - Parameter now: the time of a new request; called only if one is made.
    package func signingRequest(
        _ networks: NetworkSelection, now: () throws(Failure) -> Timestamp
    ) throws(Failure) -> SigningRequest {
        let network = try network(networks)
        if let request { return request }
        var generator = SystemRandomNumberGenerator()
        var new = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase, content: .transaction(envelope),
            created: try now())
        switch form {
        case .device(let device, _):
            if let id = device.id { new.id = id }
            new.signers = device.account.map { [$0] } ?? []
        case .link(let link):
            new.signers = link.publicKey.map { [$0] } ?? []
            new.note = link.terms.message.flatMap { $0.utf8.count <= Limits.note ? $0 : nil }
        case .envelope, .request: break
        }
        return new
    }
}

extension TransactionInput {
    /// The transaction in the input; nil for a response, a message, a bare hash.
    package var transaction: GivenTransaction? { GivenTransaction(input.content, origin: origin) }

    /// The request document, whatever it asks for; nil for every other input.
    package var request: SigningRequest? { if case .request(let request) = input.content { request } else { nil } }

    /// The signer's response; nil for every other input.
    package var response: SigningResponse? { if case .response(let response) = input.content { response } else { nil } }

    /// The transaction, for a job that requests its signature or changes it.
    ///
    /// - Throws: `.badInput` for what is not a transaction or is a login challenge, and for a link with fields to fill
    ///   in; `.refused` for a bare hash.
    package func toSign() throws(Failure) -> GivenTransaction {
        if let request, request.kind != .transaction {
            throw Failure(.badInput, "\(origin): this is \(request.kind.words), not a transaction")
        }
        guard let transaction else { throw noTransaction }
        try transaction.checkIsComplete()
        return transaction
    }
}

extension NetworkSelection {
    /// The network that a device's request names, by its passphrase or by its hash; flags may confirm it, and must
    /// supply an unknown passphrase.
    fileprivate func resolve(named name: DeviceRequest.NetworkName, _ origin: String) throws(Failure) -> Network {
        switch name {
        case .passphrase(let passphrase): return try resolve(documented: Network(passphrase: passphrase))
        case .id(let id):
            if let known = Network(id: id) { return try resolve(documented: known) }
            guard let given = try given() else {
                throw Failure(
                    .badInput,
                    "\(origin): the request is for an unknown network with the hash \(Hex.encode(id.bytes))",
                    hint: "give its passphrase: \(field: .networkPassphrase, "TEXT")")
            }
            guard given.id == id else {
                throw Failure(
                    .badInput,
                    "\(origin): the request is not for \(given.label): its network hash is \(Hex.encode(id.bytes))"
                )
            }
            return given
        }
    }
}

// MARK: A file with a transaction on each line

/// The input of a command that takes one transaction (TX) or a file with one on each line.
package indirect enum TransactionSource {
    case one(TransactionInput)
    case many(TransactionLines)

    package init(_ lines: TransactionLines) throws(Failure) {
        self = lines.isOne ? .one(try lines.input(at: 0)) : .many(lines)
    }
}

/// A file with a transaction on each line, as `coldstar-build batch` writes it, or with a single one. Transactions are
/// read one at a time, as often as needed.
package struct TransactionLines {
    /// The maximum file size, in bytes: 100,000 payments with a memo each, and their hints.
    package static let limit = 192 << 20
    /// The maximum number of lines.
    private static let mostLines = 100_000

    package let origin: String
    private let bytes: [UInt8]
    private let isText: Bool
    /// Nil if the whole input is one transaction.
    private let lines: [(number: Int, place: Range<Int>)]?

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped.
    ///   - isText: whether they are the argument itself.
    package init(_ bytes: [UInt8], origin: String, isText: Bool = false) throws(Failure) {
        (self.origin, self.isText) = (origin, isText)
        do throws(HandoffError) { self.bytes = try BatchResource.document(bytes) ?? bytes } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
        lines = ForeignFile(self.bytes) == nil ? HandoffLines.find(in: self.bytes) : nil
        guard lines?.count ?? 1 <= Self.mostLines else {
            throw Failure(.badInput, "\(origin): more than \(Self.mostLines) lines; split the file")
        }
    }

    fileprivate var isOne: Bool { lines == nil }

    package var count: Int { lines?.count ?? 1 }

    /// The file's line number for the line at `index`.
    package func number(at index: Int) -> Int { lines?[index].number ?? 1 }

    /// The name of the file, with the line number if there are several lines.
    package func origin(at index: Int) -> String { lines.map { "\(origin):\($0[index].number)" } ?? origin }

    /// The content to show as QR codes.
    ///
    /// - Throws: `.badInput` for what is not a transaction, a request or a response, and a batch too large for codes.
    package func codes() throws(Failure) -> QRContent {
        guard let lines else {
            switch try input(at: 0).input.content {
            case .request(let request): return .parted(request.ur)
            case .response(let response): return .whole(response.ur)
            default: return .text(String(decoding: bytes, as: UTF8.self))
            }
        }
        let texts = lines.map { String(decoding: bytes[$0.place], as: UTF8.self) }
        do throws(HandoffError) { return .parted(try BatchResource.ur(of: texts)) } catch {
            if case .line(let number, let reason) = error {
                throw Failure(.badInput, "\(origin(at: number - 1)): \(reason.message)")
            }
            throw Failure(.badInput, "\(origin): \(error.message)", hint: "carry the file instead")
        }
    }

    /// The transaction on the line at `index`; its origin names the line.
    package func input(at index: Int) throws(Failure) -> TransactionInput {
        let whole = lines.map { Array(bytes[$0[index].place]) } ?? bytes
        return try TransactionInput(
            whole, origin: origin(at: index), isText: isText && lines == nil,
            fileSize: index == count - 1 ? bytes.count : nil)
    }
}
