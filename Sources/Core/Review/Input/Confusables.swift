// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension Asset {
    /// The confusable skeleton of the code.
    var look: String { ConfusableSkeleton.of(codeBytes ?? []) }

    /// Whether this is an issued asset whose code looks like the native asset's.
    var looksNative: Bool {
        // Each of the looks has an M or a V, and nothing else looks like these two: most codes need no skeleton.
        guard let code = codeBytes, code.contains(where: { $0 | 0x20 == 0x6d || $0 | 0x20 == 0x76 }) else {
            return false
        }
        return Self.nativeLooks.contains(ConfusableSkeleton.of(code))
    }

    private static let nativeLooks: Set<String> = [
        ConfusableSkeleton.of("XLM"), ConfusableSkeleton.of("native"), ConfusableSkeleton.of("lumen"),
        ConfusableSkeleton.of("lumens"),
    ]
}

extension Network {
    /// The known network whose passphrase looks like this one's; nil for a known network, and if there is none.
    var lookAlike: Network? {
        if name != nil { return nil }
        let own = skeleton
        return Self.knownSkeletons.first { $0.skeleton == own }?.network
    }

    private static let knownSkeletons: [(network: Network, skeleton: String)] = names.compactMap { name in
        Network(named: name).map { ($0, $0.skeleton) }
    }

    /// The letters of the passphrase, with digits and letter pairs that resemble a letter replaced by it, and without
    /// anything else.
    private var skeleton: String {
        let letters = ConfusableSkeleton.of(passphrase).unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            switch scalar {
            case "5", "$": "S"
            case "2": "Z"
            case "3": "E"
            case "4", "@": "A"
            case "7": "T"
            case "8": "B"
            case "6", "9": "G"
            default: scalar.properties.isAlphabetic ? scalar : nil
            }
        }
        var text = String.UnicodeScalarView()
        for letter in letters {
            switch (text.last, letter) {
            case ("R", "N"): text.replaceSubrange(text.index(before: text.endIndex)..., with: ["M"])
            case ("V", "V"): text.replaceSubrange(text.index(before: text.endIndex)..., with: ["W"])
            default: text.append(letter)
            }
        }
        return String(text)
    }
}
