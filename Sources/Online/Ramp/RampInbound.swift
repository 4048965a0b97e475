// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// What arrived in the page, read as the frame's counterpart in meso-js reads it: a JSON text, or an object that the page wrote
/// as JSON.
package enum RampInbound: Hashable, Sendable {
    case message(RampMessage)
    /// Noise of wallet extensions: it has the member `target`, and is dropped.
    case targeted
    case malformed(RampInboundFault)

    /// Reads the text of a message. Stricter than `JSON.parse`: no duplicate members, no lone surrogates, bounded depth and length.
    package init(raw: String) {
        do throws(RampInboundFault) {
            let document = try Self.document(raw)
            guard document["target"] == nil else {
                self = .targeted
                return
            }
            guard let message = RampMessage(document) else { throw .invalid(kind: document["kind"]?.asString) }
            self = .message(message)
        } catch { self = .malformed(error) }
    }

    private static func document(_ raw: String) throws(RampInboundFault) -> JSON {
        guard raw.utf8.count <= RampMessage.maximumLength else { throw .tooLong }
        guard raw.unicodeScalars.first(where: { !$0.isScriptWhiteSpace }) == "{" else { throw .notAnObject }
        do { return try JSON(parsing: Array(raw.utf8)) } catch { throw .notJSON }
    }
}

/// Why a message is not one.
package enum RampInboundFault: Error, Hashable, Sendable {
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
