// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

/// Why words are not a share. Errors contain positions only, never a word.
package enum ShareError: Error, Hashable {
    /// The text is empty or blank.
    case empty
    /// No share has this number of words.
    case wordCount(Int)
    /// The word at this position, counted from 1, is not in SLIP-39's list.
    case unknownWord(position: Int)
    /// All words are in the list, but a word is wrong or the order has changed.
    case checksum
    /// The bits before the value are not zero.
    case padding
    /// More groups are needed than there are.
    case groupThreshold(Int, groups: Int)
    /// Guarded memory could not be allocated.
    case sodium(SodiumError)

    /// A one-line message in lower case.
    package var message: String {
        switch self {
        case .empty: "no share was given"
        case .wordCount(let found):
            "a share has 20 words, 33 words, or another number of SLIP-39 from 20 to 59, not \(found)"
        case .unknownWord(let position): "word \(position) is not in the word list of SLIP-39"
        case .checksum: "the checksum is wrong: a word is wrong, or two are swapped"
        case .padding: "it is not a share of SLIP-39: its padding is not zero"
        case .groupThreshold(let needed, let groups):
            "it is not a share of SLIP-39: it needs \(needed) groups of \(groups)"
        case .sodium(let error): error.message
        }
    }
}

extension ShareError: Fault {
    package var kind: FaultKind { if case .sodium = self { .refused } else { .badInput } }
}

/// Why a share does not belong to those before it. Shares are counted from 0 in the order in which they were added.
package enum ShareMismatch: Hashable, Sendable {
    /// It is of another set: its identifier, or what its set has in common, differs.
    case otherSet(of: Int)
    /// It has another threshold than a share of its group.
    case otherThreshold(than: Int)
    /// It is the same share.
    case same(as: Int)
    /// It has another value than a share of the same place.
    case contradicts(Int)
}

/// Why shares that belong together do not give their secret.
package enum ShareSetError: Error, Hashable {
    /// More shares are needed.
    case incomplete
    /// A group is not complete, and not needed either, so that its shares could not be checked.
    case unchecked(group: Int)
    /// The digest of the secret is wrong: at least one share was made up. The shares, from 0, that do not fit the
    /// others; empty if there are too few to tell.
    case digest(shares: [Int])
    /// Guarded memory could not be allocated.
    case sodium(SodiumError)
}
