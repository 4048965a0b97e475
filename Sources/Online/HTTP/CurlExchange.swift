// SPDX-License-Identifier: Apache-2.0

/// What libcurl's callbacks collect during one request.
final class CurlExchange {
    /// Whether sending has begun: set just before the first byte of the request, once the connection (with TLS) is established.
    private(set) var hasBegunSending = false
    private(set) var isTooLarge = false
    private var headers: [HTTPHeader] = []
    private var body: [UInt8] = []

    private var bodyLimit = 0
    private var headerBytes = 0
    private static let headerLimit = 64 << 10

    /// Resets the state left by the previous request.
    func begin(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
        (hasBegunSending, isTooLarge, headerBytes) = (false, false, 0)
        _ = taken()
    }

    /// Hands over the final response's header fields and body, and clears them.
    func taken() -> (headers: [HTTPHeader], body: [UInt8]) {
        defer { (headers, body) = ([], []) }
        return (headers, body)
    }

    var delivery: Delivery { hasBegunSending ? .mayHaveArrived : .definitelyNotSent }

    func willSend() { hasBegunSending = true }

    /// Appends a piece of the body; false stops the transfer.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= bodyLimit - body.count else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Adds one header line, given with its line end; false stops the transfer.
    func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.headerLimit else {
            isTooLarge = true
            return false
        }
        if bytes.starts(with: "HTTP/".utf8) {
            headers.removeAll(keepingCapacity: true)  // of an interim answer (1xx)
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            headers.append(
                HTTPHeader(Self.lowercased(bytes[..<colon]), Self.trimmed(bytes[bytes.index(after: colon)...])))
        }
        return true
    }

    private static func lowercased(_ name: Slice<UnsafeRawBufferPointer>) -> String {
        String(unsafeUninitializedCapacity: name.count) { out in
            for (place, byte) in name.enumerated() {
                out[place] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            }
            return name.count
        }
    }

    /// The text without leading and trailing whitespace.
    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: UnsafeRawBufferPointer(rebasing: text[first...last]), as: UTF8.self)
    }
}
