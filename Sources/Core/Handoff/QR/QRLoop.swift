// SPDX-License-Identifier: Apache-2.0

/// Codes that are shown repeatedly until the other side has read enough of them; all have one size.
///
/// The same content and density always give the same loop: first the plain parts, then as many mixed parts, which make
/// up for missed ones (see `MixedParts`; `make optical` has the figures).
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
        case .frames(let texts): return .texts(texts)
        case .whole(let ur) where density == .normal: return .texts([ur.qrText])
        case .whole(let ur) where ur.message.count <= density.longestWhole,
            .parted(let ur) where ur.message.count <= density.longestWhole:
            return .texts([ur.qrText])
        case .whole(let ur), .parted(let ur):
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

/// Why something cannot be shown as a loop of QR codes.
package enum QRLoopError: Error, Hashable {
    case parts(URError)
    case code(QRError)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .parts(let error): error.message
        case .code(let error): error.message
        }
    }
}

/// The amount of data in one code of a loop: bytes per fragment.
package struct QRDensity: Hashable, Comparable, Sendable {
    package let bytes: Int
    /// The longest message that stays in one code.
    let longestWhole: Int

    /// About 60 bytes: version 6 to 7, for a poor camera or a small terminal.
    package static let low = QRDensity(60)
    /// About 150 bytes: version 10 to 11, which a usual webcam reads. A message of twice that is one code: a loop of
    /// two is worse.
    package static let normal = QRDensity(UREncoder.usualFragment, whole: UREncoder.longestWhole)
    /// About 300 bytes: version 14 to 15, for a good camera.
    package static let high = QRDensity(300)
    package static let presets = [low, normal, high]

    /// The valid number of bytes: from a code of version 3 to one of version 27.
    package static let range = 10...1000
    /// For windows in which the long name of a UR type leaves less room.
    static let least = 4

    /// Parses `low`, `normal`, `high`, or a number of bytes in `range`.
    package init?(_ text: String) {
        switch text {
        case "low": self = .low
        case "normal": self = .normal
        case "high": self = .high
        default:
            guard let bytes = Int(text), Self.range.contains(bytes) else { return nil }
            self.init(bytes)
        }
    }

    /// - Parameter whole: the longest message in one code; nil for no more than in one of a loop.
    init(_ bytes: Int, whole: Int? = nil) {
        precondition((Self.least...Self.range.upperBound).contains(bytes), "no such density")
        self.bytes = bytes
        longestWhole = whole ?? bytes
    }

    package static func < (left: QRDensity, right: QRDensity) -> Bool { left.bytes < right.bytes }
}

/// How long a loop of codes takes to read, to be told before it is shown.
package struct LoopForecast: Hashable, Sendable {
    /// The number of codes of the loop, and of those that are enough if none is missed.
    package let codes: Int
    package let plainCodes: Int
    /// Milliseconds between two codes.
    package let interval: Int

    package init(_ loop: QRLoop, interval: Int) {
        (codes, plainCodes, self.interval) = (loop.count, loop.plainCount, interval)
    }

    /// Seconds for one pass of the loop.
    package var pass: Int { Self.seconds(codes * interval) }

    /// Seconds until a camera that misses one code in ten has read enough.
    ///
    /// - Source: `make optical`: the mean is 1.17 times the codes that are enough.
    package var expected: Int { Self.seconds(plainCodes * interval * 6 / 5) }

    /// From here on, carrying a file takes less time, and patience.
    private static let longest = 600

    package var isLong: Bool { expected > Self.longest }

    /// A description such as "1,400 codes (700 are enough), 5 a second: about 2 min 48 s to read, 4 min 40 s for the
    /// whole loop".
    package var text: String {
        guard codes > 1 else { return "1 code" }
        let enough = codes == plainCodes ? "" : " (\(Self.grouped(plainCodes)) are enough)"
        return "\(Self.grouped(codes)) codes\(enough), \(rate): about \(Self.duration(expected)) to read, "
            + "\(Self.duration(pass)) for the whole loop"
    }

    private var rate: String {
        guard interval < 1000 else { return "one every \(Self.tenths(interval * 10 / 1000)) s" }
        return "\(Self.tenths(10_000 / interval)) a second"
    }

    private static func tenths(_ value: Int) -> String {
        value % 10 == 0 ? "\(value / 10)" : "\(value / 10).\(value % 10)"
    }

    private static func seconds(_ milliseconds: Int) -> Int { (milliseconds + 999) / 1000 }

    private static func duration(_ seconds: Int) -> String {
        if seconds < 120 { return "\(seconds) s" }
        return "\(seconds / 60) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "")
    }

    private static func grouped(_ number: Int) -> String {
        number < 1000 ? "\(number)" : grouped(number / 1000) + "," + String(String(1000 + number % 1000).dropFirst())
    }
}
