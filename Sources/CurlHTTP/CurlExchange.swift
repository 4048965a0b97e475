// SPDX-License-Identifier: Apache-2.0

/// What libcurl's callbacks gather while one request is under way.
final class CurlExchange {
    /// Set in the moment before the first byte of the request is sent, when the connection stands, TLS included.
    private(set) var hasBegunSending = false
    private(set) var isTooLarge = false
    private(set) var headers: [HTTPHeader] = []
    private(set) var body: [UInt8] = []

    private let bodyLimit: Int
    private var headerBytes = 0
    private static let headerLimit = 64 << 10

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    var delivery: Delivery { hasBegunSending ? .mayHaveArrived : .definitelyNotSent }

    func willSend() { hasBegunSending = true }

    /// Takes a piece of the body; false stops the transfer.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= bodyLimit - body.count else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Takes one header line with its line end; false stops the transfer.
    func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.headerLimit else {
            isTooLarge = true
            return false
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            headers.removeAll()  // of an interim answer (1xx)
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let value = line[line.utf8.index(after: colon)...]
            headers.append(HTTPHeader(line[..<colon].lowercased(), Self.trimmed(value)))
        }
        return true
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        let start = text.drop(while: isBlank)
        return String(start.reversed().drop(while: isBlank).reversed())
    }
}
