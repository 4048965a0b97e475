// SPDX-License-Identifier: Apache-2.0

/// Why something cannot be shown as a loop of QR codes.
package enum QRLoopError: Error, Hashable {
    case parts(URError)
    case code(QRError)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .parts(let error): error.message
        case .code(let error): error.message
        }
    }
}
