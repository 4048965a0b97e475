// SPDX-License-Identifier: Apache-2.0

package import TextCodec

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
    /// Reads a message by the rules of meso-js' `validateMessage`. Names are closed: a status `toString`, which meso-js finds in the
    /// prototype of its enum, is not one. Unknown members are ignored.
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

    /// The message as it is posted. A refusal has no member `signedMessage`: the frame drops one that is null or empty, and would
    /// wait for ever.
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
