// SPDX-License-Identifier: Apache-2.0

/// The mixed parts of a loop: as many as there are fragments, chosen among the fountain's.
///
/// A receiver has seen most of the others, so that a mix of three to half of the fragments helps most. And as a loop is short, what it
/// makes up for is not left to chance: of the next few parts the one is taken that tells most fragments from others, by which
/// mixes hold them, so that any two that are missed can be told apart.
struct MixedParts {
    /// Ascending, the first behind the plain parts.
    let numbers: [UInt32]

    /// How many parts are looked at for each that is taken.
    private static let choice = 24

    /// - Precondition: there are three fragments or more, so that a mix of three exists.
    init(of encoder: UREncoder) {
        let count = encoder.count
        precondition(count >= 3, "too few fragments to mix")
        let useful = 3...max(4, count / 2)
        // Fragments that the same mixes hold are in one group. The last stands for a fragment that no mix holds.
        var groups = Array(repeating: 0, count: count + 1)
        var numbers: [UInt32] = []
        var next = UInt32(count) + 1
        for _ in 0..<count {
            var best = Self.candidate(from: next, encoder, useful, groups)
            var last = best
            // Once all are apart, the next that is useful is as good as any.
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

    /// A part, and what taking it would do to the groups.
    private struct Candidate {
        let number: UInt32
        let groups: [Int]
        let quality: Int
    }

    /// The first part from `number` on that mixes a useful number of fragments; about every third does.
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

    /// Groups with those of its members apart that the mix holds, numbered anew, and how many there are.
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
