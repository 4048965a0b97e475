// SPDX-License-Identifier: Apache-2.0

/// Parser for the authority of a URL, the part between `//` and the path.
enum HostAndPort {
    /// The host in lower case (an IPv6 address without brackets), and the port if one was written.
    static func parse(_ authority: ArraySlice<UInt8>) throws(HTTPURLError) -> (String, UInt16?) {
        let host: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .badHost }
            host = authority[(authority.startIndex + 1)..<close]
            rest = authority[(close + 1)...]
            guard isIPv6(host) else { throw .badHost }
        } else {
            let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            host = authority[..<colon]
            rest = authority[colon...]
            guard isName(host) else { throw .badHost }
        }
        return (String(decoding: host, as: UTF8.self).lowercased(), try port(rest))
    }

    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        guard let address = dottedQuad(Array(host.utf8)[...]) else { return false }
        return address[0] == 127
    }

    private static func port(_ text: ArraySlice<UInt8>) throws(HTTPURLError) -> UInt16? {
        guard let colon = text.first else { return nil }
        let digits = text.dropFirst()
        guard colon == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(isDigit),
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw .badPort }
        return port
    }

    /// Whether the text is a host name of letters, digits, `-`, `_` and dots, or four decimal numbers. Any other name
    /// whose last label is numeric or begins with 0x is refused, since resolvers read `127.1` or `0x7f.1` as addresses.
    private static func isName(_ host: ArraySlice<UInt8>) -> Bool {
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard host.count <= 253, let last = labels.last, labels.allSatisfy(isLabel) else { return false }
        let looksNumeric = last.allSatisfy(isDigit) || last.starts(with: "0x".utf8) || last.starts(with: "0X".utf8)
        return !looksNumeric || dottedQuad(host) != nil
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let dash = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != dash && label.last != dash
            && label.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), dash, UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The four numbers of a dotted quad, each 0 to 255 without leading zeros (which some parsers read as octal).
    private static func dottedQuad(_ host: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> UInt8? in
            guard (1...3).contains(part.count), part.allSatisfy(isDigit) else { return nil }
            guard part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            return UInt8(String(decoding: part, as: UTF8.self))
        }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    /// Checks the characters only: libcurl validates the address, and `::1` is the only loopback address here.
    private static func isIPv6(_ host: ArraySlice<UInt8>) -> Bool {
        (2...45).contains(host.count) && host.contains(UInt8(ascii: ":"))
            && host.allSatisfy { byte in
                HTTPURL.isHexDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
