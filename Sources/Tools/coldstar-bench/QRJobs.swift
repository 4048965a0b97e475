// SPDX-License-Identifier: Apache-2.0

import CQREncode
import Handoff
import StellarXDR

/// QR codes of a loop, by Coldstar and by libqrencode alone.
struct QRJobs {
    private let texts: [String]

    /// - Parameter envelopes: the content of the codes, concatenated.
    init(_ envelopes: [(envelope: TransactionEnvelope, bytes: [UInt8])]) throws {
        let message = Array(envelopes.flatMap(\.bytes).prefix(9800))
        let encoder = try UREncoder(UR(type: "bytes", message: message))
        texts = encoder.parts.map { $0.uppercased() }
    }

    func run(_ stopwatch: Stopwatch) throws {
        let count = texts.count
        try stopwatch.measure("qr_encode") { Stopwatch.use(try QRCode(texts[$0 % count])) }
        stopwatch.measure("qr_bare") { Self.bare(texts[$0 % count]) }
    }

    private static func bare(_ text: String) {
        guard let input = QRinput_new2(0, QR_ECLEVEL_L) else { return }
        QRinput_append(input, QR_MODE_AN, Int32(text.utf8.count), text)
        QRcode_free(QRcode_encodeInput(input))
        QRinput_free(input)
    }
}
