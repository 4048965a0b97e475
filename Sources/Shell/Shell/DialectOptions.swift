// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Faults
package import Handoff
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The dialect in which a transaction is handed to a signer, and the key data that the dialect needs.
package struct DialectOptions: ParsableArguments {
    package enum Dialect: String, ExpressibleByArgument, CaseIterable, Sendable {
        /// Coldstar's own Uniform Resource.
        case coldstar
        /// Keystone's Uniform Resource, for its devices and for wallets that speak it.
        case keystone
        /// LumenSigner's text frames.
        case lumensigner
        /// A SEP-7 link.
        case sep7
        /// The envelope in base64.
        case xdr
    }

    @Option(help: "In QR codes and --format ur: coldstar (default), keystone, lumensigner, sep7 or xdr.")
    package var dialect: Dialect = .coldstar

    @Option(help: "The signer's derivation path, for keystone and lumensigner (default: m/44'/148'/0').")
    package var keyPath: String?

    @Option(help: "The Keystone's master fingerprint, 8 hex digits; the device requires it.")
    package var keyFingerprint: String?

    package init() {}

    /// The content to show as QR codes.
    package func content(of handoff: HandoffDocument) throws(Failure) -> QRContent {
        switch handoff {
        case .request(let request): try content(of: request)
        case .response(let response): try content(of: response)
        }
    }

    /// A response in the chosen dialect; device dialects hold exactly one signature.
    private func content(of response: SigningResponse) throws(Failure) -> QRContent {
        guard dialect != .coldstar else { return .whole(response.ur) }
        guard response.signatures.count == 1,
            let answer = DeviceSignature(id: response.id, signature: response.signatures[0].signature)
        else { throw Failure(.usage, "\(dialect.rawValue) responses contain one signature each") }
        switch dialect {
        case .keystone: return .whole(answer.keystoneUR)
        case .lumensigner: return .text(answer.lumenSignerText)
        case .coldstar, .sep7, .xdr: throw Failure(.usage, "a response is not a transaction: use --dialect coldstar")
        }
    }

    /// The content to show as QR codes.
    package func content(of request: SigningRequest) throws(Failure) -> QRContent {
        switch dialect {
        case .coldstar: return .parted(request.ur)
        case .keystone: return .parted(try keystone(request))
        case .lumensigner: return .frames(try lumenSigner(request))
        case .sep7: return .text(try TransactionFormat.sep7.text(of: request))
        case .xdr: return .text(try TransactionFormat.xdr.text(of: request))
        }
    }

    /// The request as text in `format`; URs and LumenSigner's frames use the chosen dialect and key.
    package func text(of request: SigningRequest, _ format: TransactionFormat) throws(Failure) -> String {
        switch (format, dialect) {
        case (.ur, .keystone): return try keystone(request).lines.joined(separator: "\n")
        case (.ur, .lumensigner), (.ur, .sep7), (.ur, .xdr):
            throw Failure(.usage, "--dialect \(dialect.rawValue) has no UR", hint: "use --format \(dialect.rawValue)")
        case (.lumensigner, _): return try lumenSigner(request).joined(separator: "\n")
        default: return try format.text(of: request)
        }
    }

    /// Prints what the Keystone's screen will show, so that its owner can compare.
    package func sayScreen(of request: SigningRequest) {
        guard dialect == .keystone, let envelope = request.envelope else { return }
        let network = Network(passphrase: request.networkPassphrase)
        Console.say("the Keystone shows this, but not the network \(network.label):")
        for line in KeystoneScreen(envelope, on: network).lines { Console.say("  " + line) }
        if keyFingerprint == nil {
            Console.say("a Keystone refuses requests without its fingerprint: use --key-fingerprint HEX")
        }
    }

    private func keystone(_ request: SigningRequest) throws(Failure) -> UR {
        let envelope = try envelope(request)
        return DeviceRequest(
            dialect: .keystone, id: request.id,
            subject: .transaction(envelope, .passphrase(request.networkPassphrase)), path: try path,
            fingerprint: try fingerprint, origin: "coldstar"
        ).keystoneUR
    }

    private func lumenSigner(_ request: SigningRequest) throws(Failure) -> [String] {
        LumenSigner.frames(
            of: try envelope(request), on: Network(passphrase: request.networkPassphrase), path: try path)
    }

    private func envelope(_ request: SigningRequest) throws(Failure) -> TransactionEnvelope {
        guard let envelope = request.envelope else {
            throw Failure(.usage, "only Coldstar's own signer can sign a message", hint: "use --dialect coldstar")
        }
        return envelope
    }

    private var path: DerivationPath {
        get throws(Failure) {
            guard let keyPath else { return DerivationPath(account: 0) }
            guard let path = DerivationPath(keyPath) else {
                throw Failure(
                    .usage, "--key-path \(TerminalText.escape(keyPath)) is not a derivation path such as m/44'/148'/0'")
            }
            return path
        }
    }

    private var fingerprint: UInt32? {
        get throws(Failure) {
            guard let keyFingerprint else { return nil }
            guard let bytes = try? Hex.decode(keyFingerprint), bytes.count == 4 else {
                throw Failure(.usage, "--key-fingerprint \(TerminalText.escape(keyFingerprint)) is not 8 hex digits")
            }
            return bytes.reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
