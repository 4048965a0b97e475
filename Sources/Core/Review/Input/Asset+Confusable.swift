// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension Asset {
    /// The code as a hasty eye reads it.
    var look: String { ConfusableSkeleton.of(codeBytes ?? []) }

    /// Whether it is issued by somebody and called like the network's own asset.
    var looksNative: Bool { codeBytes != nil && Self.nativeLooks.contains(look) }

    private static let nativeLooks: Set<String> = [
        ConfusableSkeleton.of("XLM"), ConfusableSkeleton.of("native"), ConfusableSkeleton.of("lumen"),
        ConfusableSkeleton.of("lumens"),
    ]
}
