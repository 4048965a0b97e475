// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension Asset {
    /// The code as a hasty eye reads it.
    var look: String { Look.of(codeBytes ?? []) }

    /// Whether it is issued by somebody and called like the network's own asset.
    var looksNative: Bool { codeBytes != nil && Self.nativeLooks.contains(look) }

    private static let nativeLooks: Set<String> = [
        Look.of("XLM"), Look.of("native"), Look.of("lumen"), Look.of("lumens"),
    ]
}
