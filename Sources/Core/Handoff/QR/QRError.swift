// SPDX-License-Identifier: Apache-2.0

/// Why there is no QR code of a text.
package enum QRError: Error, Hashable {
    /// More than the largest code (version 40) holds.
    case tooLong(length: Int)
    /// Nothing to show.
    case empty
    /// libqrencode failed for a reason of its own, such as too little memory; the system's error number.
    case failed(errno: Int32)

    /// What is wrong, in words for the end of an error line.
    package var message: String {
        switch self {
        case .tooLong(let length): "\(length) characters do not fit one QR code"
        case .empty: "there is nothing to show as a QR code"
        case .failed(let errno): "the QR code could not be made (error \(errno))"
        }
    }
}
