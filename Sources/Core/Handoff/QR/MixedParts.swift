// SPDX-License-Identifier: Apache-2.0

/// The mixed parts of a loop: as many as there are fragments, selected from the fountain's.
///
/// A receiver has seen most of the other fragments, so a mix of three to half of them helps most. Because a loop is
/// short, the selection is not left to chance: of the next few parts it takes the one that separates the most
/// fragments, by which mixes contain them, so that any two missed fragments can be told apart.
struct MixedParts {
    /// Ascending; the first follows the plain parts.
    let numbers: [UInt32]

    /// The number of candidates examined for each part selected.
    private static let choice = 24

    /// - Precondition: there are at least three fragments, so that a mix of three exists.
    init(of encoder: UREncoder) {
        let count = encoder.count
        precondition(count >= 3, "too few fragments to mix")
        let useful = 3...max(4, count / 2)
        // Fragments in the same mixes form a group. The last element stands for a fragment in no mix.
        var groups = Array(repeating: 0, count: count + 1)
        var numbers: [UInt32] = []
        var next = UInt32(count) + 1
        for _ in 0..<count {
            var best = Self.candidate(from: next, encoder, useful, groups)
            var last = best
            // Once all are separated, the next useful part is as good as any.
            for _ in 1..<Self.choice where best.quality < groups.count {
                last = Self.candidate(from: last.number + 1, encoder, useful, groups)
                if last.quality > best.quality { best = last }
            }
            numbers.append(best.number)
            groups = best.groups
            next = best.number + 1
        }
        self.numbers = numbers
    }

    /// A part, and the groups that result from selecting it.
    private struct Candidate {
        let number: UInt32
        let groups: [Int]
        let quality: Int
    }

    /// The first part from `number` on that mixes a useful number of fragments; about one in three does.
    private static func candidate(
        from number: UInt32, _ encoder: UREncoder, _ useful: ClosedRange<Int>, _ groups: [Int]
    ) -> Candidate {
        var number = number
        var fragments = encoder.fragments(of: number)
        while !useful.contains(fragments.count) {
            number += 1
            fragments = encoder.fragments(of: number)
        }
        let split = split(groups, by: fragments)
        return Candidate(number: number, groups: split.groups, quality: split.quality)
    }

    /// Splits each group into members inside and outside the mix; returns the new group numbers, and how many groups
    /// there are.
    private static func split(_ groups: [Int], by fragments: FragmentSet) -> (groups: [Int], quality: Int) {
        var names: [Int: Int] = [:]
        let apart = groups.indices.map { place in
            let isHeld = place < groups.count - 1 && fragments.contains(place)
            let key = groups[place] * 2 + (isHeld ? 1 : 0)
            let name = names[key] ?? names.count
            names[key] = name
            return name
        }
        return (apart, names.count)
    }
}
