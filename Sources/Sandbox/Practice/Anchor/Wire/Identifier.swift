// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto

extension Randomness {
    /// A random identifier that cannot be guessed: 32 digits in groups, in the form of a UUID.
    func identifier() -> String {
        let digits = Hex.encode(bytes(16))
        var groups: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return groups.joined(separator: "-")
    }
}
