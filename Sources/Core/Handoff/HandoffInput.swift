// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// A user's transaction input, recognised by its content alone.
package struct HandoffInput: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        case envelope(TransactionEnvelope)
        case request(SigningRequest)
        case response(SigningResponse)
        /// A request to sign a message with a key of another chain.
        case chainRequest(ChainRequest)
        /// The response to such a request.
        case chainResponse(ChainResponse)
        /// A wallet's request to its signing device.
        case device(DeviceRequest)
        /// A signing device's response.
        case signature(DeviceSignature)
        /// Accounts that a signing device exports to a wallet.
        case accounts(WatchOnlyAccounts)
        /// A wallet's request for the account at a path.
        case addressRequest(DerivationPath)
        /// A device's response to such a request.
        case chainSignature(ChainDeviceSignature)
        /// A SEP-7 link, which names its network and carries unverified hints of its own.
        case link(SEP7Transaction)
    }

    /// The form of the input; the response uses the same form.
    package enum Dialect: Hashable, Sendable {
        case base64, json, ur, keystone, lumenSigner, sep51, txrep, sep7
    }

    package let content: Content
    package let dialect: Dialect

    /// Reads a base64 envelope (skipping white space anywhere), an envelope in SEP-51 JSON or txrep, a SEP-7 link, a
    /// request or response in JSON or as a UR in one or more parts, or a message of a wallet or device in Keystone's or
    /// LumenSigner's format.
    package static func recognise(_ bytes: [UInt8]) throws(HandoffError) -> HandoffInput {
        guard bytes.count <= Limits.input else { throw .tooLarge(limit: Limits.input) }
        if let file = ForeignFile(bytes) { throw .foreign(file) }
        if ByteOrderMark.begins(bytes) { throw .byteOrderMark }
        let text = HandoffText(bytes)
        guard let first = text.bytes.first else { throw .empty }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return try document(Array(text.bytes)) }
        if text.starts(with: "ur:") { return try resource(text) }
        if LumenSigner.recognises(text) {
            return HandoffInput(content: try LumenSigner.content(text), dialect: .lumenSigner)
        }
        if text.starts(with: SEP7Link.scheme) { return try link(text) }
        if let error = text.refusal { throw error }
        if text.isTxrep { return try txrep(text) }
        return HandoffInput(content: .envelope(try envelope(bytes)), dialect: .base64)
    }

    /// Recognises a text, such as an argument.
    package static func recognise(_ text: String) throws(HandoffError) -> HandoffInput {
        try recognise(Array(text.utf8))
    }

    private static func document(_ text: [UInt8]) throws(HandoffError) -> HandoffInput {
        if HandoffLines.find(in: text) != nil { throw .several }
        let document = try json(text)
        switch document["format"] {
        case .string(SigningRequest.format) where ChainRequest.isOne(document):
            return HandoffInput(content: .chainRequest(try ChainRequest(json: document)), dialect: .json)
        case .string(SigningResponse.format) where ChainResponse.isOne(document):
            return HandoffInput(content: .chainResponse(try ChainResponse(json: document)), dialect: .json)
        case .string(SigningRequest.format):
            return HandoffInput(content: .request(try SigningRequest(json: document)), dialect: .json)
        case .string(SigningResponse.format):
            return HandoffInput(content: .response(try SigningResponse(json: document)), dialect: .json)
        case .string(let name):
            throw .unknownFormat(name)
        default:
            let isEnvelope = ["tx", "tx_v0", "tx_fee_bump"].contains { document[$0] != nil }
            if isEnvelope { return try sep51(document) }
            return try outcome(document)
        }
    }

    /// Reads what `--json` of the builder or signer prints: a document about a transaction, with the transaction as
    /// text.
    ///
    /// - Throws: `.otherHash` if its hash is not that of the transaction, `.elsewhere` if it names a file instead.
    private static func outcome(_ document: JSON) throws(HandoffError) -> HandoffInput {
        guard document["hash"] != nil,
            let text = document["transaction"] ?? document["request"] ?? document["signed"] ?? document["file"]
        else {
            throw .notRecognised
        }
        guard case .string(let words) = text else { throw .notRecognised }
        if document["file"] == text { throw .elsewhere(words) }
        let inside = HandoffText(Array(words.utf8))
        // Such a document does not contain another of its kind.
        if inside.bytes.first == UInt8(ascii: "{"), let nested = try? JSON(parsing: Array(inside.bytes)),
            nested["hash"] != nil, nested["format"] == nil
        {
            throw .notRecognised
        }
        let input = try recognise(words)
        if case .request(let request) = input.content, let envelope = request.envelope {
            let hash = envelope.hash(on: request.network)
            guard document["hash"] == .string(hash.hex) else { throw .otherHash }
        }
        return input
    }

    /// Parses a document; only one that is not Coldstar's may be nested as deeply as SEP-51 allows.
    private static func json(_ text: [UInt8]) throws(HandoffError) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: text)
        } catch {
            guard case .tooDeep = error, let deep = try? JSON(parsing: text, maximumDepth: XDRJSON.maximumDepth),
                deep.asObject != nil, deep["format"] == nil
            else { throw HandoffError(error) }
            return deep
        }
    }

    private static func sep51(_ document: JSON) throws(HandoffError) -> HandoffInput {
        do throws(FormatError) {
            return HandoffInput(content: .envelope(try XDRJSON.value(document)), dialect: .sep51)
        } catch {
            throw .sep51(error)
        }
    }

    private static func txrep(_ text: HandoffText) throws(HandoffError) -> HandoffInput {
        do throws(FormatError) {
            return HandoffInput(content: .envelope(try Txrep.envelope(Array(text.bytes))), dialect: .txrep)
        } catch {
            throw .txrep(error)
        }
    }

    private static func link(_ text: HandoffText) throws(HandoffError) -> HandoffInput {
        let link: SEP7Link
        do throws(SEP7Error) {
            link = try SEP7Link(String(decoding: text.bytes, as: UTF8.self))
        } catch {
            throw .sep7(error)
        }
        guard case .transaction(let transaction) = link else { throw .paymentLink }
        return HandoffInput(content: .link(transaction), dialect: .sep7)
    }

    /// Reads the lines of one UR: a whole one, or its parts in any order.
    private static func resource(_ text: HandoffText) throws(HandoffError) -> HandoffInput {
        let ur = try ur(text.lines)
        switch ur.type {
        case SigningRequest.format:
            let item = try CBOR(handoff: ur.message)
            return HandoffInput(
                content: ChainRequest.isOne(item)
                    ? .chainRequest(try ChainRequest(cbor: item)) : .request(try SigningRequest(cbor: item)),
                dialect: .ur)
        case SigningResponse.format:
            let item = try CBOR(handoff: ur.message)
            return HandoffInput(
                content: ChainResponse.isOne(item)
                    ? .chainResponse(try ChainResponse(cbor: item)) : .response(try SigningResponse(cbor: item)),
                dialect: .ur)
        case Keystone.signRequest:
            return HandoffInput(content: .device(try DeviceRequest(keystone: ur.message)), dialect: .keystone)
        case Keystone.signature:
            return HandoffInput(content: .signature(try DeviceSignature(keystone: ur.message)), dialect: .keystone)
        case Keystone.accounts:
            return HandoffInput(content: .accounts(try WatchOnlyAccounts(keystone: ur.message)), dialect: .keystone)
        case Keystone.solanaSignature, Keystone.ethereumSignature:
            let chain: Chain = ur.type == Keystone.solanaSignature ? .solana : .eip155
            let signature = try ChainDeviceSignature(keystone: ur.message, chain: chain)
            return HandoffInput(content: .chainSignature(signature), dialect: .keystone)
        case BatchResource.type:
            throw .several
        default:
            throw .unknownType(ur.type)
        }
    }

    /// One UR, from one line or from its parts in any order.
    static func ur(_ lines: [String]) throws(HandoffError) -> UR {
        var decoder = URDecoder()
        do throws(URError) {
            for line in lines { try decoder.receive(line) }
            return try decoder.whole()
        } catch {
            throw .ur(error)
        }
    }

    /// Whether a text begins as every base64 envelope does: the first number of 32 bits is small.
    private static func isBegunEnvelope(_ text: [UInt8]) -> Bool {
        HandoffText(text).bytes.starts(with: Array("AAAA".utf8))
    }

    private static func envelope(_ text: [UInt8]) throws(HandoffError) -> TransactionEnvelope {
        let bytes: [UInt8]
        do throws(Base64Error) {
            bytes = try Base64.decode(text, skippingWhiteSpace: true)
        } catch {
            if HandoffLines.find(in: text) != nil { throw .several }
            throw isBegunEnvelope(text) ? .base64(error) : .notRecognised
        }
        do { return try EnvelopeReader.read(bytes) } catch {
            if HandoffLines.find(in: text) != nil { throw .several }
            throw isBegunEnvelope(text) ? error : .notRecognised
        }
    }
}

/// A file that appears to be a request or a response, from its name or its members. Good for suggesting it to a user,
/// not for using it: nothing in it has been checked.
package struct CarriedFile: Hashable, Sendable {
    /// The file's name without its folder, not escaped.
    package let name: String
    package let state: HandoffName.State
    /// The first digits, or all, of the transaction hash; nil if only the content has it.
    package let hash: String?
    /// The request's UUID; nil in a file known by its name alone.
    package let id: String?

    private init(_ name: String, _ state: HandoffName.State, hash: String?, id: String?) {
        (self.name, self.state, self.hash, self.id) = (name, state, hash, id)
    }

    /// A file that is named as in a handoff folder; nil for any other name.
    package init?(named name: String) {
        guard let known = HandoffName(name) ?? HandoffName(ofCopy: name) else { return nil }
        self.init(name, known.state, hash: known.hash, id: nil)
    }

    /// A file with a request or response document; nil for any other document.
    package init?(_ name: String, document: JSON) {
        let id = document["id"]?.asString
        switch document["format"]?.asString {
        case "coldstar-request": self.init(name, .unsigned, hash: nil, id: id)
        case "coldstar-response":
            guard let hash = TransactionHash(hex: document["hash"]?.asString ?? "") else { return nil }
            self.init(name, .signed, hash: hash.hex, id: id)
        default: return nil
        }
    }

    /// The requests among files that no response among them answers, in their order.
    package static func unanswered(_ files: [CarriedFile]) -> [CarriedFile] {
        let signed = files.filter { $0.state == .signed }
        return files.filter { file in file.state == .unsigned && !signed.contains { $0.answers(file) } }
    }

    private func answers(_ request: CarriedFile) -> Bool {
        if let id, id == request.id { return true }
        guard let hash, let other = request.hash else { return false }
        return hash.hasPrefix(other) || other.hasPrefix(hash)
    }
}

/// A list that crosses the gap as codes: a signed book, or contacts. The message is the list's document byte for byte,
/// so that its signature stays valid, in one CBOR byte string.
package enum ListResource {
    package static let type = "coldstar-list"

    package static func ur(of document: [UInt8]) -> UR { UR(type: type, message: CBOR.bytes(document).encoded) }

    /// The document in the lines of such a UR, whole or in parts; nil for input that is not a UR of this type.
    package static func document(_ bytes: [UInt8]) throws(HandoffError) -> [UInt8]? {
        let text = HandoffText(bytes)
        guard text.starts(with: "\(UR.scheme)\(type)/") else { return nil }
        guard bytes.count <= Limits.input else { throw .tooLarge(limit: Limits.input) }
        let ur = try HandoffInput.ur(text.lines)
        let item: CBOR
        do throws(CBORError) { item = try CBOR(decoding: ur.message) } catch { throw .cbor(error) }
        guard case .bytes(let document) = item else { throw .field("list", .wrongType(expected: "bytes")) }
        return document
    }
}
