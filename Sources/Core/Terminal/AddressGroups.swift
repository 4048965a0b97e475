// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Addresses in groups of four characters, as the signer's screens show them: two screens are compared by eye.
enum AddressGroups {
    /// An address of an account.
    private static let shortest = 56

    /// A text with every whole address in it in groups.
    static func applied(to text: String) -> String {
        var (grouped, rest) = ("", text[...])
        while !rest.isEmpty {
            let run = rest.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber) }
            let isAddress = run.utf8.count >= shortest && (try? StrKey(String(run))) != nil
            grouped += isAddress ? GroupsOfFour.text(run) : String(run)
            rest = rest.dropFirst(run.count)
            let other = rest.prefix { !($0.isASCII && ($0.isUppercase || $0.isNumber)) }
            grouped += other
            rest = rest.dropFirst(other.count)
        }
        return grouped
    }
}
