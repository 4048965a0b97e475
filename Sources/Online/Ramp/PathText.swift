// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// Text of a page in the path and query of an address.
enum PathText {
    /// Printable ASCII stays, so that what is encoded stays encoded; everything else, quotes, brackets and backslashes become `%XX`.
    static func encode(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            let isPlain = (0x21...0x7e).contains(byte) && !Array("\"'<>\\^`{|}".utf8).contains(byte)
            return isPlain ? [byte] : Array(("%" + Hex.encode([byte]).uppercased()).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
