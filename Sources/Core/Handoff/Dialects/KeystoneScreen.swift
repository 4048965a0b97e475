// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// What a Keystone shows of a transaction: base64 of the signed bytes without the leading network id.
///
/// The bytes are an envelope that lacks only the empty list of signatures at its end.
///
/// - Source: KeystoneHQ/keystone3-firmware, `rust/apps/stellar`.
package struct KeystoneScreen: Hashable, Sendable {
    private static let networkLength = 32
    /// Characters per line here. The device breaks lines by their width on the screen.
    private static let width = 32

    package let text: String

    package init(_ envelope: TransactionEnvelope, on network: Network) {
        let payload = envelope.signaturePayload(networkID: network.id).xdr
        text = Base64.encode(Array(payload.dropFirst(Self.networkLength)))
    }

    /// The text in lines of equal length.
    package var lines: [String] {
        let characters = Array(text.utf8)
        return stride(from: 0, to: characters.count, by: Self.width).map { start in
            String(decoding: characters[start..<min(start + Self.width, characters.count)], as: UTF8.self)
        }
    }
}
