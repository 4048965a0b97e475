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
