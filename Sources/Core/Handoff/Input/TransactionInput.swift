// SPDX-License-Identifier: Apache-2.0

package import Faults
import TextCodec

/// What a user gives as a transaction (TX): the recognised input, and where it came from.
package struct TransactionInput {
    /// The maximum input size, in bytes: a full transaction of 100 operations is well below 1 MiB.
    package static let limit = 16 << 20

    package let input: HandoffInput
    /// Where the input came from, for error lines: a file's name, `standard input`, `the argument`.
    package let origin: String

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped.
    ///   - isText: whether they are the argument itself.
    package init(_ bytes: [UInt8], origin: String, isText: Bool = false) throws(Failure) {
        self.origin = origin
        do {
            input = try HandoffInput.recognise(bytes)
        } catch {
            if error == .notRecognised, isText {
                if Self.looksLikeFile(bytes) { throw Self.notThere(String(decoding: bytes, as: UTF8.self)) }
                throw Failure(
                    .badInput, "this is neither an existing file nor a transaction in a known format",
                    hint: "give a file, - for standard input, or the text itself")
            }
            let isRefused = if case .bareHash = error { true } else { false }
            throw Failure(isRefused ? .refused : .badInput, "\(origin): \(error.message)", hint: Self.hint(error))
        }
    }

    private static func hint(_ error: HandoffError) -> Wording? {
        switch error {
        case .notRecognised:
            """
            known are requests and responses of Coldstar's, base64 XDR, SEP-51 JSON, txrep, SEP-7 links and UR parts
            """
        case .ur(.wholeBeside), .ur(.otherType), .ur(.otherMessage):
            "the lines are parts of different messages: give the parts of one"
        case .several:
            "a file with a transaction on each line is for \(step: .sign(.inspect)), \(step: .sign(.sign)), \(step: .submit(.send)), \(step: .submit(.check)) and \(step: .submit(.merge))"
        case .elsewhere(let file): "give that file: \(TerminalText.escape(file))"
        case .paymentLink: "build it on the online machine: \(step: .build(.payment))"
        default: nil
        }
    }

    package static func notThere(_ path: String) -> Failure {
        Failure(.noInput, "\(TerminalText.escape(path)) does not exist")
    }

    /// Whether an argument can only be a file name: the shortest transaction is longer, and base64 has no dot.
    private static func looksLikeFile(_ text: [UInt8]) -> Bool {
        text.count <= 64 && text.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            && text.allSatisfy { $0 > UInt8(ascii: " ") }
            && !["{", "[", "web+", "ur:"].contains { text.starts(with: $0.utf8) }
    }
}
