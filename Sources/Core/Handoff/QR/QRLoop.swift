// SPDX-License-Identifier: Apache-2.0

/// Codes that are shown repeatedly until the other side has read enough of them; all have one size.
///
/// The same content and density always give the same loop: first the plain parts, then as many mixed parts, which make up
/// for missed ones (see `MixedParts`; `make optical` has the figures).
package struct QRLoop: Sendable {
    private enum Source: Sendable {
        case texts([String])
        case parts(UREncoder, numbers: [UInt32])
    }

    private let source: Source
    /// The number of codes that hold all of the content, if none is missed.
    package let plainCount: Int
    /// The version of all the codes.
    package let version: Int
    package let correction: QRCode.Correction

    /// With fewer parts, waiting for the next round is as fast.
    private static let leastPartsToMix = 4

    package init(
        _ content: QRContent, density: QRDensity = .normal, correction: QRCode.Correction = .low
    ) throws(QRLoopError) {
        self.correction = correction
        source = try Self.source(content, density)
        let longest: String
        switch source {
        case .texts(let texts):
            plainCount = texts.count
            guard let text = texts.max(by: { $0.utf8.count < $1.utf8.count }) else { throw .code(.empty) }
            longest = text
        case .parts(let encoder, let numbers):
            plainCount = encoder.count
            // Numbers ascend, and only the number makes one part longer than another.
            longest = encoder.part(numbers[numbers.count - 1])
        }
        do throws(QRError) {
            version = try QRCode(Self.shown(longest, source), correction: correction).version
        } catch {
            throw .code(error)
        }
    }

    private static func source(_ content: QRContent, _ density: QRDensity) throws(QRLoopError) -> Source {
        switch content {
        case .text(let text): return .texts([text])
        case .whole(let ur): return .texts([ur.qrText])
        case .frames(let texts): return .texts(texts)
        case .parted(let ur) where ur.message.count <= density.longestWhole: return .texts([ur.qrText])
        case .parted(let ur):
            do throws(URError) {
                let encoder = try UREncoder(ur, fragment: density.bytes)
                return .parts(encoder, numbers: numbers(encoder))
            } catch {
                throw .parts(error)
            }
        }
    }

    private static func numbers(_ encoder: UREncoder) -> [UInt32] {
        let plain = Array(1...UInt32(encoder.count))
        guard encoder.count >= leastPartsToMix else { return plain }
        return plain + MixedParts(of: encoder).numbers
    }

    /// The number of codes in the loop, including mixed ones.
    package var count: Int {
        switch source {
        case .texts(let texts): texts.count
        case .parts(_, let numbers): numbers.count
        }
    }

    /// The text of a code, exactly as encoded.
    package func text(at place: Int) -> String {
        switch source {
        case .texts(let texts): texts[place]
        case .parts(let encoder, let numbers): encoder.part(numbers[place]).uppercased()
        }
    }

    package func code(at place: Int) throws(QRError) -> QRCode {
        try QRCode(text(at: place), correction: correction, least: version)
    }

    private static func shown(_ text: String, _ source: Source) -> String {
        if case .parts = source { text.uppercased() } else { text }
    }

    /// Modules per side, including the quiet zone.
    package var width: Int { 17 + 4 * version + 2 * QRCode.quietZone }
}
