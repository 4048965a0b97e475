// SPDX-License-Identifier: Apache-2.0

import CQREncode

/// The libqrencode that is linked, or that the signer's bundle loads from its own folder.
package enum QREncodeLibrary {
    /// The version that the library reports, such as `4.1.1`; nil if it could not be loaded.
    package static var version: String? { QRcode_APIVersionString().map { String(cString: $0) } }
}
