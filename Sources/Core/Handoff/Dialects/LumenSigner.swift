// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// LumenSigner's text messages, which xBull uses as well. They have no checksum and no identifier.
///
/// - Source: LumenSigner, `docs/qr_formats.md`.
package enum LumenSigner {
    private static let signHash = "sign-hash;"
    private static let requestAddress = "request-address;"
    private static let address = "address;"
    /// Base64 characters per frame, as in xBull.
    private static let sliceLength = 50

    /// Whether a text, without surrounding white space, looks like one of the messages.
    static func recognises(_ text: HandoffText) -> Bool {
        let commands = [
            signHash, requestAddress, address, DeviceSignature.lumenSignerCommand, LumenSignerDecoder.command,
        ]
        return commands.contains(where: text.starts(with:)) || isFrame(text.bytes)
    }

    static func isFrame(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "p"), let end = bytes.prefix(32).firstIndex(of: UInt8(ascii: ";")) else {
            return false
        }
        let numbers = String(decoding: bytes[..<end].dropFirst(), as: UTF8.self).split(
            separator: "of", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { Int($0) != nil }
    }

    /// Reads one message: all frames of a request, one per line, or a message of one line.
    static func content(_ text: HandoffText) throws(HandoffError) -> HandoffInput.Content {
        let whole = String(decoding: text.bytes, as: UTF8.self)
        if text.starts(with: signHash) { return .device(try hash(whole.dropFirst(signHash.utf8.count))) }
        if text.starts(with: requestAddress) {
            return .addressRequest(try path(whole.dropFirst(requestAddress.utf8.count)))
        }
        if text.starts(with: address) { return .accounts(try account(whole.dropFirst(address.utf8.count))) }
        if text.starts(with: DeviceSignature.lumenSignerCommand) {
            return .signature(try DeviceSignature(lumenSigner: whole))
        }
        return .device(try transaction(text))
    }

    private static func transaction(_ text: HandoffText) throws(HandoffError) -> DeviceRequest {
        var decoder = LumenSignerDecoder()
        let joined: [UInt8]
        do throws(LumenSignerError) {
            for frame in frames(text) { try decoder.receive(frame) }
            joined = try decoder.text()
        } catch {
            throw .lumenSigner(error)
        }
        return try transaction(joined)
    }

    /// The frames of a text, one per line; a line that does not begin a frame continues the previous one.
    private static func frames(_ text: HandoffText) -> [String] {
        var frames: [[UInt8]] = []
        let lines = text.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for line in lines.map({ $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }) where !line.isEmpty {
            if frames.isEmpty || isFrame(line) { frames.append(Array(line)) } else { frames[frames.count - 1] += line }
        }
        return frames.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Parses `path;base64;passphrase`; the passphrase may contain semicolons.
    private static func transaction(_ joined: [UInt8]) throws(HandoffError) -> DeviceRequest {
        let fields = joined.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, !fields[2].isEmpty, fields[2].count <= Limits.networkPassphrase,
            let passphrase = String(validating: fields[2], as: UTF8.self)
        else { throw .lumenSigner(.malformed) }
        let path = try path(String(decoding: fields[0], as: UTF8.self))
        let bytes: [UInt8]
        do throws(Base64Error) {
            bytes = try Base64.decode(fields[1], skippingWhiteSpace: true)
        } catch {
            throw .base64(error)
        }
        return DeviceRequest(
            dialect: .lumenSigner, subject: .transaction(try EnvelopeReader.read(bytes), .passphrase(passphrase)),
            path: path)
    }

    private static func hash(_ text: Substring) throws(HandoffError) -> DeviceRequest {
        let fields = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard fields.count == 2, let hash = TransactionHash(hex: String(fields[1])) else {
            throw .lumenSigner(.malformed)
        }
        return DeviceRequest(dialect: .lumenSigner, subject: .hash(hash), path: try path(fields[0]))
    }

    private static func account(_ text: Substring) throws(HandoffError) -> WatchOnlyAccounts {
        let fields = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard fields.count == 2 else { throw .lumenSigner(.malformed) }
        let key: PublicKey
        do throws(StrKeyError) { key = try PublicKey(address: String(fields[1])) } catch {
            throw .field("address", .address(error))
        }
        let account = WatchOnlyAccounts.Account(key: key, path: try path(fields[0]))
        return WatchOnlyAccounts(fingerprint: 0, accounts: [account], device: nil)
    }

    private static func path(_ text: some StringProtocol) throws(HandoffError) -> DerivationPath {
        guard let path = DerivationPath(String(text)) else { throw .lumenSigner(.badPath) }
        return path
    }

    /// The frames of a request to sign a transaction.
    package static func frames(
        of envelope: TransactionEnvelope, on network: Network, path: DerivationPath
    ) -> [String] {
        let text = Array(Base64.encode(envelope.xdr).utf8)
        var slices = stride(from: 0, to: text.count, by: sliceLength).map { start in
            String(decoding: text[start..<min(start + sliceLength, text.count)], as: UTF8.self)
        }
        slices[0] = "\(path.text);\(slices[0])"
        slices[slices.count - 1] += ";\(network.passphrase)"
        return slices.enumerated().map { "p\($0 + 1)of\(slices.count);\(LumenSignerDecoder.command)\($1)" }
    }

    /// The response to a request for an address.
    package static func address(_ account: PublicKey, path: DerivationPath) -> String {
        "\(address)\(path.text);\(account.address)"
    }
}

/// Why texts are not a LumenSigner message.
package enum LumenSignerError: Error, Hashable {
    /// Not `p1of4;sign-transaction;...`.
    case notAFrame
    case tooManyFrames(limit: Int)
    case tooLong(limit: Int)
    /// The frame belongs to a message with another number of frames.
    case otherCount(found: Int, expected: Int)
    /// A frame with this number was received before, with other text.
    case contradiction(number: Int)
    case incomplete(PartProgress)
    /// The assembled text is not `path;base64;passphrase`.
    case malformed
    /// Not a path such as m/44'/148'/0'.
    case badPath

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .notAFrame: "not a LumenSigner frame such as p1of4;sign-transaction;..."
        case .tooManyFrames(let limit): "more than \(limit) LumenSigner frames"
        case .tooLong(let limit): "LumenSigner frames of more than \(limit) bytes"
        case .otherCount(let found, let expected):
            "LumenSigner frames of two messages are mixed: one is of \(found), the first was of \(expected)"
        case .contradiction(let number): "LumenSigner frame \(number) occurs twice with different text"
        case .incomplete(let progress): "the LumenSigner message is not complete: \(progress.text)"
        case .malformed: "the LumenSigner message is not a path, a transaction and a network passphrase"
        case .badPath: "the LumenSigner message has no key path such as m/44'/148'/0'"
        }
    }
}

/// Assembles a LumenSigner request from its frames, `p1of4;sign-transaction;...`, in any order.
///
/// A state machine without I/O, bounded in memory. Frames carry no identifier and no checksum: frames of two requests
/// with the same number of frames can be told apart only by the assembled content.
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
