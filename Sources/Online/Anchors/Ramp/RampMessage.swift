// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A message between the page and Meso's frame.
///
/// - Source: RAMP-FACTS §1.3.
package enum RampMessage: Hashable, Sendable {
    /// Larger ones are not read, bytes.
    package static let maximumLength = 64 * 1024

    case ready
    case requestSignedMessage(String)
    /// The page's reply; nil if the user or the signer refused, or the request expired.
    case returnSignedMessage(String?)
    case requestSendTransaction(RampPayout)
    case transferUpdate(RampUpdate)
    case close
    case error(RampErrorKind, String)
    case openOnboarding(path: String, search: String?)
    case resumeInlineFrame(RampOnboardingEnd)

    /// The name on the wire.
    package var kind: RampMessageKind {
        switch self {
        case .ready: .ready
        case .requestSignedMessage: .requestSignedMessage
        case .returnSignedMessage: .returnSignedMessage
        case .requestSendTransaction: .requestSendTransaction
        case .transferUpdate: .transferUpdate
        case .close: .close
        case .error(let kind, _): kind.messageKind
        case .openOnboarding: .openOnboarding
        case .resumeInlineFrame: .resumeInlineFrame
        }
    }
}

extension RampMessage {
    /// Reads a message by the rules of meso-js' `validateMessage`. Names are closed: a status `toString`, which meso-js
    /// finds in the prototype of its enum, is not one. Unknown members are ignored.
    ///
    /// - Returns: nil for a message that meso-js would drop.
    package init?(_ document: JSON) {
        guard let kind = document["kind"]?.asCase() as RampMessageKind? else { return nil }
        let payload = document["payload"]
        switch kind {
        case .ready, .close:
            guard payload == nil else { return nil }
            self = kind == .ready ? .ready : .close
        case .requestSignedMessage:
            guard let text = payload?["messageToSign"]?.asFilledString else { return nil }
            self = .requestSignedMessage(text)
        case .returnSignedMessage:
            guard let payload, payload.isTruthy else { return nil }
            guard let signed = payload["signedMessage"] else {
                self = .returnSignedMessage(nil)
                return
            }
            guard let text = signed.asFilledString else { return nil }
            self = .returnSignedMessage(text)
        case .requestSendTransaction:
            guard let payout = payload.flatMap(RampPayout.init) else { return nil }
            self = .requestSendTransaction(payout)
        case .transferUpdate:
            guard let update = payload.flatMap(RampUpdate.init) else { return nil }
            self = .transferUpdate(update)
        case .error, .configurationError, .unsupportedNetworkError, .unsupportedAssetError:
            guard let text = payload?["message"]?.asFilledString, let kind = RampErrorKind(rawValue: kind.rawValue)
            else { return nil }
            self = .error(kind, text)
        case .openOnboarding:
            guard let path = payload?["initialPathname"]?.asFilledString else { return nil }
            guard let search = payload?["search"] else {
                self = .openOnboarding(path: path, search: nil)
                return
            }
            guard let text = search.asFilledString else { return nil }
            self = .openOnboarding(path: path, search: text)
        case .resumeInlineFrame:
            guard let end = payload?["action"]?.asCase() as RampOnboardingEnd? else { return nil }
            self = .resumeInlineFrame(end)
        }
    }

    /// The message as it is posted. A refusal has no member `signedMessage`: the frame drops one that is null or empty,
    /// and would wait for ever.
    package var json: JSON {
        var members: [(String, JSON)] = [("kind", .string(kind.rawValue))]
        if let payload { members.append(("payload", payload)) }
        return .object(JSONObject(members))
    }

    private var payload: JSON? {
        switch self {
        case .ready, .close: return nil
        case .requestSignedMessage(let text): return ["messageToSign": .string(text)]
        case .returnSignedMessage(let signed): return signed.map { ["signedMessage": .string($0)] } ?? [:]
        case .requestSendTransaction(let payout):
            return [
                "amount": .string(payout.amount), "recipientAddress": .string(payout.recipient),
                "tokenAddress": .string(payout.token), "decimals": .number(payout.decimals),
            ]
        case .transferUpdate(let update):
            var members = JSONObject([
                ("id", .string(update.id)), ("status", .string(update.status.rawValue)),
                ("updatedAt", .string(update.updatedAt)),
            ])
            members["networkTransactionId"] = update.networkTransactionID.map(JSON.string)
            return .object(members)
        case .error(_, let text): return ["message": .string(text)]
        case .openOnboarding(let path, let search):
            var members = JSONObject([("initialPathname", .string(path))])
            members["search"] = search.map(JSON.string)
            return .object(members)
        case .resumeInlineFrame(let end): return ["action": .string(end.rawValue)]
        }
    }
}

extension RampPayout {
    fileprivate init?(_ payload: JSON) {
        guard let token = payload["tokenAddress"]?.asFilledString,
            let recipient = payload["recipientAddress"]?.asFilledString,
            case .number(let decimals) = payload["decimals"], let amount = payload["amount"]?.asFilledString
        else { return nil }
        self.init(amount: amount, recipient: recipient, token: token, decimals: decimals)
    }
}

extension RampUpdate {
    fileprivate init?(_ payload: JSON) {
        guard let id = payload["id"]?.asFilledString, let status = payload["status"]?.asCase() as RampStatus?,
            let updatedAt = payload["updatedAt"]?.asFilledString
        else { return nil }
        var transaction: String?
        if let given = payload["networkTransactionId"], given.isTruthy {
            guard let text = given.asString else { return nil }
            transaction = text
        }
        self.init(id: id, status: status, updatedAt: updatedAt, networkTransactionID: transaction)
    }
}

/// The kinds of messages, as they are named on the wire.
package enum RampMessageKind: String, Hashable, Sendable, CaseIterable {
    case ready = "READY"
    case requestSignedMessage = "REQUEST_SIGNED_MESSAGE"
    case returnSignedMessage = "RETURN_SIGNED_MESSAGE_RESULT"
    case requestSendTransaction = "REQUEST_SEND_TRANSACTION"
    case transferUpdate = "TRANSFER_UPDATE"
    case close = "CLOSE"
    case error = "ERROR"
    case configurationError = "CONFIGURATION_ERROR"
    case unsupportedNetworkError = "UNSUPPORTED_NETWORK_ERROR"
    case unsupportedAssetError = "UNSUPPORTED_ASSET_ERROR"
    case openOnboarding = "INITIATE_MODAL_ONBOARDING"
    case resumeInlineFrame = "RESUME_INLINE_FRAME"
}

/// The kinds of errors that the frame reports.
package enum RampErrorKind: String, Hashable, Sendable, CaseIterable {
    case error = "ERROR"
    case configuration = "CONFIGURATION_ERROR"
    case network = "UNSUPPORTED_NETWORK_ERROR"
    case asset = "UNSUPPORTED_ASSET_ERROR"

    var messageKind: RampMessageKind {
        switch self {
        case .error: .error
        case .configuration: .configurationError
        case .network: .unsupportedNetworkError
        case .asset: .unsupportedAssetError
        }
    }
}

/// What arrived in the page, read as the frame's counterpart in meso-js reads it: a JSON text, or an object that the
/// page wrote as JSON.
package enum RampInbound: Hashable, Sendable {
    case message(RampMessage)
    /// Noise of wallet extensions: it has the member `target`, and is dropped.
    case targeted
    case malformed(RampInboundError)

    /// Reads the text of a message. Stricter than `JSON.parse`: no duplicate members, no lone surrogates, bounded depth
    /// and length.
    package init(raw: String) {
        do throws(RampInboundError) {
            let document = try Self.document(raw)
            guard document["target"] == nil else {
                self = .targeted
                return
            }
            guard let message = RampMessage(document) else { throw .invalid(kind: document["kind"]?.asString) }
            self = .message(message)
        } catch { self = .malformed(error) }
    }

    private static func document(_ raw: String) throws(RampInboundError) -> JSON {
        guard raw.utf8.count <= RampMessage.maximumLength else { throw .tooLong }
        guard raw.unicodeScalars.first(where: { !$0.isScriptWhiteSpace }) == "{" else { throw .notAnObject }
        do { return try JSON(parsing: Array(raw.utf8)) } catch { throw .notJSON }
    }
}

/// Why a message is not one.
package enum RampInboundError: Error, Hashable, Sendable {
    case tooLong, notAnObject, notJSON
    /// Not a kind of the protocol, or not its payload.
    case invalid(kind: String?)

    /// For the first two the words of meso-js.
    package var message: String {
        switch self {
        case .tooLong: "longer than \(RampMessage.maximumLength) bytes"
        case .notAnObject: "Unable to deserialize message into JSON (source is not a JSON string)."
        case .notJSON: "Unable to deserialize message into JSON (error occurred during parsing)."
        case .invalid(let kind?): "not a valid message of the kind \(TerminalText.escape(kind.utf8.prefix(64)))"
        case .invalid(nil): "a message without a kind"
        }
    }
}

/// How JavaScript sees a value that it read as JSON. The rules of meso-js are written in its terms.
extension JSON {
    /// Whether a condition takes the value as true: all but null, false, zero and the empty string.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number(let literal): Double(literal).map { $0 != 0 } ?? true
        case .string(let text): !text.isEmpty
        case .array, .object: true
        }
    }

    /// A string that is more than white space.
    var asFilledString: String? {
        guard let text = asString, !text.unicodeScalars.allSatisfy(\.isScriptWhiteSpace) else { return nil }
        return text
    }

    /// The case of a closed enum whose name the value is, byte for byte: Swift's comparison would take U+212A (Kelvin
    /// sign) for "K".
    func asCase<Value: RawRepresentable>() -> Value? where Value.RawValue == String {
        guard let text = asString, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return Value(rawValue: text)
    }
}

extension Unicode.Scalar {
    /// What `trim` of JavaScript removes.
    ///
    /// - Source: ECMA-262 §22.1.3.32, WhiteSpace and LineTerminator.
    var isScriptWhiteSpace: Bool {
        switch value {
        case 0x09...0x0d, 0x2028, 0x2029, 0xfeff: true
        default: properties.generalCategory == .spaceSeparator
        }
    }
}
