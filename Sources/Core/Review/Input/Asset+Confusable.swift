// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension Asset {
    /// The confusable skeleton of the code.
    var look: String { ConfusableSkeleton.of(codeBytes ?? []) }

    /// Whether this is an issued asset whose code looks like the native asset's.
    var looksNative: Bool { codeBytes != nil && Self.nativeLooks.contains(look) }

    private static let nativeLooks: Set<String> = [
        ConfusableSkeleton.of("XLM"), ConfusableSkeleton.of("native"), ConfusableSkeleton.of("lumen"),
        ConfusableSkeleton.of("lumens"),
    ]
}
