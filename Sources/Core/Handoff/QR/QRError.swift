// SPDX-License-Identifier: Apache-2.0

/// Why a text cannot be encoded as a QR code.
package enum QRError: Error, Hashable {
    /// The text exceeds the capacity of the largest code (version 40).
    case tooLong(length: Int)
    /// The text is empty.
    case empty
    /// libqrencode failed for another reason, such as too little memory; `errno` is the system's error number.
    case failed(errno: Int32)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .tooLong(let length): "\(length) characters do not fit one QR code"
        case .empty: "there is nothing to show as a QR code"
        case .failed(let errno): "the QR code could not be made (error \(errno))"
        }
    }
}
