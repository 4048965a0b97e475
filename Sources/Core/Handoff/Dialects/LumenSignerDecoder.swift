// SPDX-License-Identifier: Apache-2.0

/// Assembles a LumenSigner request from its frames, `p1of4;sign-transaction;...`, in any order.
///
/// A state machine without I/O, bounded in memory. Frames carry no identifier and no checksum: frames of two requests with
/// the same number of frames can be told apart only by the assembled content.
///
/// - Source: LumenSigner, `docs/qr_formats.md`.
package struct LumenSignerDecoder: Sendable {
    static let command = "sign-transaction;"
    static let mostFrames = 1024
    static let longestFrame = 4296
    private static let longestText = 1 << 18

    private var slices: [Int: [UInt8]] = [:]
    private var count = 0
    private var length = 0

    package init() {}

    /// Adds one frame.
    ///
    /// - Returns: whether the frame is new.
    /// - Throws: why the text is not a frame of this request; the state is unchanged.
    @discardableResult
    package mutating func receive(_ text: String) throws(LumenSignerError) -> Bool {
        guard let (number, count, slice) = Self.parse(Array(text.utf8)) else { throw .notAFrame }
        guard count <= Self.mostFrames else { throw .tooManyFrames(limit: Self.mostFrames) }
        guard self.count == 0 || self.count == count else { throw .otherCount(found: count, expected: self.count) }
        if let known = slices[number] {
            guard known == slice else { throw .contradiction(number: number) }
            return false
        }
        guard slice.count <= Self.longestFrame else { throw .tooLong(limit: Self.longestFrame) }
        guard length + slice.count <= Self.longestText else { throw .tooLong(limit: Self.longestText) }
        slices[number] = slice
        length += slice.count
        self.count = count
        return true
    }

    /// Nil before the first frame.
    package var progress: PartProgress? {
        guard count > 0 else { return nil }
        return PartProgress(expected: count, received: slices.count, missing: missing)
    }

    package var isComplete: Bool { count > 0 && slices.count == count }

    private var missing: [Int] { (1...max(1, count)).filter { slices[$0] == nil } }

    /// The frames received, in order.
    package var frames: [String] {
        slices.keys.sorted().map { number in
            "p\(number)of\(count);\(Self.command)" + String(decoding: slices[number] ?? [], as: UTF8.self)
        }
    }

    /// The assembled text, `path;base64;passphrase`.
    package func text() throws(LumenSignerError) -> [UInt8] {
        guard count > 0 else { throw .notAFrame }
        guard isComplete else {
            throw .incomplete(PartProgress(expected: count, received: slices.count, missing: missing))
        }
        return (1...count).flatMap { slices[$0] ?? [] }
    }

    /// Number, count, and the slice without surrounding line ends.
    private static func parse(_ text: [UInt8]) -> (number: Int, count: Int, slice: [UInt8])? {
        guard text.first == UInt8(ascii: "p") else { return nil }
        let fields = text.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, fields[1].elementsEqual(command.utf8.dropLast()) else { return nil }
        let numbers = String(decoding: fields[0].dropFirst(), as: UTF8.self).split(
            separator: "of", omittingEmptySubsequences: false)
        guard numbers.count == 2, let number = decimal(numbers[0]), let count = decimal(numbers[1]), number <= count
        else {
            return nil
        }
        let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        let slice = fields[2].drop(while: isLineEnd).reversed().drop(while: isLineEnd).reversed()
        return (number, count, Array(slice))
    }

    private static func decimal(_ digits: some StringProtocol) -> Int? {
        guard let value = Int(digits), value > 0, String(value) == digits else { return nil }
        return value
    }
}
