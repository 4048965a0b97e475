// SPDX-License-Identifier: Apache-2.0

import Chains

/// Why a message is not even shown to the signer. The signer has the whole list of what it refuses; this is what makes a request
/// impossible to write.
enum RampMessageFault: Hashable {
    case tooLong
    case controlCharacter

    /// The most that the signer signs, bytes.
    static let maximumLength = 4096

    static func find(in message: ChainMessage) -> RampMessageFault? {
        if message.bytes.count > maximumLength { return .tooLong }
        return message.bytes.contains(0) ? .controlCharacter : nil
    }

    var message: String {
        switch self {
        case .tooLong: "the message is longer than \(Self.maximumLength) bytes"
        case .controlCharacter: "the message contains a NUL"
        }
    }
}
