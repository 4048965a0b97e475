// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff

/// The dialect in which a transaction is handed to a signer, and the key data that the dialect needs.
package struct DialectOptions: ParsableArguments {
    @Option(help: "In QR codes and --format ur: coldstar (default), keystone, lumensigner, sep7 or xdr.")
    package var dialect: DialectChoice.Dialect = .coldstar

    @Option(help: "The signer's derivation path, for keystone and lumensigner (default: m/44'/148'/0').")
    package var keyPath: String?

    @Option(help: "The Keystone's master fingerprint, 8 hex digits; the device requires it.")
    package var keyFingerprint: String?

    package init() {}

    package var choice: DialectChoice {
        DialectChoice(dialect, keyPath: keyPath, keyFingerprint: keyFingerprint)
    }

    /// The content to show as QR codes.
    package func content(of handoff: HandoffDocument) throws(Failure) -> QRContent {
        try choice.content(of: handoff)
    }

    /// The content to show as QR codes.
    package func content(of request: SigningRequest) throws(Failure) -> QRContent { try choice.content(of: request) }

    /// The request as text in `format`; URs and LumenSigner's frames use the chosen dialect and key.
    package func text(of request: SigningRequest, _ format: TransactionFormat) throws(Failure) -> String {
        try choice.text(of: request, format)
    }

    /// Prints what the Keystone's screen will show, so that its owner can compare.
    package func sayScreen(of request: SigningRequest) {
        for line in choice.screen(of: request) { Console.say(line) }
    }
}

extension DialectChoice.Dialect: ExpressibleByArgument {}
