// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

/// How a request or response is handed over: in a dialect, with the key data that the dialect needs.
package struct DialectChoice: Hashable, Sendable {
    package enum Dialect: String, CaseIterable, Hashable, Sendable {
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

    package let dialect: Dialect
    /// The signer's derivation path, for keystone and lumensigner; nil for `m/44'/148'/0'`.
    package let keyPath: String?
    /// The Keystone's master fingerprint, 8 hexadecimal digits.
    package let keyFingerprint: String?
    /// The path as a value. A wrong one is an error only in a dialect that has one, and so is a wrong fingerprint.
    private let path: Result<DerivationPath, Failure>
    private let fingerprint: Result<UInt32?, Failure>

    package init(_ dialect: Dialect = .coldstar, keyPath: String? = nil, keyFingerprint: String? = nil) {
        self.dialect = dialect
        self.keyPath = keyPath
        self.keyFingerprint = keyFingerprint
        path = Result { () throws(Failure) in try Self.path(keyPath) }
        fingerprint = Result { () throws(Failure) in try Self.fingerprint(keyFingerprint) }
    }

    /// The content to show as QR codes.
    package func content(of handoff: HandoffDocument) throws(Failure) -> QRContent {
        switch handoff {
        case .request(let request): try content(of: request)
        case .response(let response): try content(of: response)
        case .chainRequest(let request): .parted(try content(of: request))
        case .chainResponse(let response):
            .whole(
                try ofChain(
                    response.ur, ChainDeviceSignature(id: response.id, signature: response.signature).keystoneUR))
        }
    }

    /// A request for another chain as a UR.
    ///
    /// - Throws: `.usage` for a dialect that knows only Stellar.
    package func content(of request: ChainRequest) throws(Failure) -> UR {
        let path: DerivationPath? = keyPath == nil ? nil : try path.get()
        return try ofChain(request.ur, request.keystoneUR(path: path, fingerprint: try fingerprint.get()))
    }

    /// Coldstar's form or Keystone's; the other dialects know only Stellar.
    private func ofChain(_ own: UR, _ keystone: UR) throws(Failure) -> UR {
        switch dialect {
        case .coldstar: return own
        case .keystone: return keystone
        case .lumensigner, .sep7, .xdr:
            throw Failure(
                .usage, "\(dialect.rawValue) is for Stellar, and this is for another chain",
                hint: "use \(field: .dialect, "coldstar") or keystone")
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
        case .coldstar, .sep7, .xdr:
            throw Failure(.usage, "a response is not a transaction: use \(field: .dialect, "coldstar")")
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
            throw Failure(
                .usage, "\(field: .dialect) \(dialect.rawValue) has no UR",
                hint: "use \(field: .format) \(dialect.rawValue)")
        case (.lumensigner, _): return try lumenSigner(request).joined(separator: "\n")
        default: return try format.text(of: request)
        }
    }

    /// What the user has to know about the device that reads the request: what a Keystone's screen shows, so that its
    /// owner can compare. Empty for other dialects.
    package func screen(of request: SigningRequest) -> [Wording] {
        guard dialect == .keystone, let envelope = request.envelope else { return [] }
        let network = request.network
        var lines: [Wording] = ["the Keystone shows this, but not the network \(network.label):"]
        lines += KeystoneScreen(envelope, on: network).lines.map { "  \($0)" }
        if keyFingerprint == nil {
            lines.append("a Keystone refuses requests without its fingerprint: use \(field: .keyFingerprint, "HEX")")
        }
        return lines
    }

    private func keystone(_ request: SigningRequest) throws(Failure) -> UR {
        let envelope = try envelope(request)
        return DeviceRequest(
            dialect: .keystone, id: request.id,
            subject: .transaction(envelope, .passphrase(request.networkPassphrase)), path: try path.get(),
            fingerprint: try fingerprint.get(), origin: "coldstar"
        ).keystoneUR
    }

    private func lumenSigner(_ request: SigningRequest) throws(Failure) -> [String] {
        LumenSigner.frames(
            of: try envelope(request), on: request.network, path: try path.get())
    }

    private func envelope(_ request: SigningRequest) throws(Failure) -> TransactionEnvelope {
        guard let envelope = request.envelope else {
            throw Failure(
                .usage, "only Coldstar's own signer can sign a message", hint: "use \(field: .dialect, "coldstar")")
        }
        return envelope
    }

    private static func path(_ text: String?) throws(Failure) -> DerivationPath {
        guard let text else { return DerivationPath(account: 0) }
        guard let path = DerivationPath(text) else {
            throw Failure(
                .usage,
                "\(field: .keyPath) \(TerminalText.escape(text)) is not a derivation path such as m/44'/148'/0'")
        }
        return path
    }

    private static func fingerprint(_ text: String?) throws(Failure) -> UInt32? {
        guard let text else { return nil }
        guard let bytes = try? Hex.decode(text), bytes.count == 4 else {
            throw Failure(.usage, "\(field: .keyFingerprint) \(TerminalText.escape(text)) is not 8 hex digits")
        }
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
