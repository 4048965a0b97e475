// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import Terminal

/// The app's stored text: base64 of 16 bytes, a semicolon, base64 of the sealed key.
struct Blob {
    let vector: [UInt8]
    let sealed: [UInt8]

    init(readingFrom path: String) throws(Failure) {
        let bytes: [UInt8]
        do { bytes = try SafeFiles.read(path, limit: 4096) } catch {
            throw Failure(.noInput, Wording(error.message))
        }
        let parts = bytes.filter { $0 > 0x20 }.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard parts.count == 2, let vector = try? Base64.decode(parts[0]), let sealed = try? Base64.decode(parts[1]),
            vector.count == BasicPayCipher.block, sealed.count == 4 * BasicPayCipher.block
        else {
            throw Failure(
                .badInput, "\(TerminalText.escape(path)) is not a SwiftBasicPay blob",
                hint: "a blob is 16 bytes and 64 bytes in base64, separated by ;")
        }
        self.vector = vector
        self.sealed = sealed
    }
}
