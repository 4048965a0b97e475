// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR

/// The complete text of a code or message: input for a Coldstar program, or something else.
package enum ScannedText: Hashable, Sendable {
    /// A handoff, as lines of printable ASCII.
    case handoff([String])
    /// A text that is not for Coldstar, with the reason to show.
    case foreign(String)

    package init(_ lines: [String]) {
        let text = lines.joined(separator: "\n")
        do throws(HandoffError) {
            if let batch = try BatchResource.document(Array(text.utf8)) {
                self = Self.printable(String(decoding: batch, as: UTF8.self).split(separator: "\n").map(String.init))
                return
            }
        } catch {
            self = .foreign("a batch that cannot be read: \(error.message)")
            return
        }
        if text.lowercased().hasPrefix("ur:") {
            // Its checksum has been verified, and the program that reads it checks its type.
            self = Self.printable(lines)
            return
        }
        if let backup = Self.backup(text) {
            self = .handoff(backup)
            return
        }
        do throws(HandoffError) {
            switch try HandoffInput.recognise(text).dialect {
            case .json, .sep51: self = Self.document(text)
            default: self = Self.printable(text.split(whereSeparator: \.isNewline).map(String.init))
            }
        } catch {
            switch error {
            case .secretKey: self = .foreign("a secret key is not printed: type it in at the signer")
            // Payment links are for the builder, as the description of what to build.
            case .paymentLink: self = Self.printable(lines)
            case .bareHash, .sep7, .lumenSigner, .json, .sep51, .txrep, .field, .unsupportedVersion, .several:
                self = .foreign(error.message)
            default: self = Self.address(text) ?? .foreign("not for Coldstar: \(Self.shown(text))")
            }
        }
    }

    /// A JSON document normalized to one line of ASCII.
    private static func document(_ text: String) -> ScannedText {
        guard let document = try? JSON(parsing: Array(text.utf8), maximumDepth: 512) else {
            return .foreign("not for Coldstar: \(shown(text))")
        }
        return printable([document.text()])
    }

    /// A key's sealed file, its two lines byte for byte, for `coldstar-sign key restore`.
    private static func backup(_ text: String) -> [String]? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 2 || lines.count == 3 && lines[2].isEmpty,
            let head = try? JSON(parsing: Array(lines[0].utf8)), head["format"]?.asString == "coldstar-key",
            head.text() == lines[0], (try? Base64.decode(lines[1])) != nil
        else { return nil }
        return Array(lines[..<2])
    }

    private static func address(_ text: String) -> ScannedText? {
        (try? MuxedAccount(address: text)) != nil ? .handoff([text]) : nil
    }

    private static func printable(_ lines: [String]) -> ScannedText {
        let isPlain = lines.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7e).contains($0) } }
        return isPlain ? .handoff(lines) : .foreign("it holds more than plain text")
    }

    /// The beginning of a text, or only its length if it may be a secret.
    private static func shown(_ text: String) -> String {
        if SecretText.mayBeSecret(text) {
            return "\(text.count) characters, not shown: they may be a secret"
        }
        return TerminalText.escape(String(text.prefix(40))) + (text.count > 40 ? "..." : "")
    }
}
