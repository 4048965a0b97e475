// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
import StellarXDR

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
            throw Failure(isRefused ? .refused : .badInput, "\(origin): \(error.message)", hint: Self.hint(error))
        }
    }

    /// A request that is there as a value.
    package init(_ request: SigningRequest, origin: String) {
        self.origin = origin
        input = HandoffInput(content: .request(request), dialect: .json)
    }

    private static func hint(_ error: HandoffError) -> Wording? {
        switch error {
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
