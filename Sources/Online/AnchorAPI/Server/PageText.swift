// SPDX-License-Identifier: Apache-2.0

/// A web page in place of a document: many sites answer every address with their page, and status 200.
enum PageText {
    /// Why a response is not the document; nil unless it begins as a page does.
    static func reason(for bytes: [UInt8]) -> String? {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        let isPage = text.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: "<")
        return isPage ? "the server answered with a web page (HTML)" : nil
    }
}
