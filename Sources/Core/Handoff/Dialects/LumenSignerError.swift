// SPDX-License-Identifier: Apache-2.0

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
