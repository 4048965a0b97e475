// SPDX-License-Identifier: Apache-2.0

/// Puts a UR together from its parts, which may come in any order, more than once, and mixed.
///
/// A state machine without input or output. The first part decides what is read; parts of anything else are refused and change
/// nothing. Its memory is bounded by `URPart.longestMessage`, whatever comes.
///
/// - Source: BCR-2024-001 §Decoding: known fragments are taken out of mixed parts until one is left.
package struct URDecoder: Sendable {
    private var type: String?
    private var assembly: Assembly?
    /// The message, once it is complete.
    package private(set) var ur: UR?

    package init() {}

    /// Takes one text.
    ///
    /// - Returns: whether it brought anything that was not there before.
    /// - Throws: why it is no part of this message. Only after `.wrongChecksum` there is no going on.
    @discardableResult
    package mutating func receive(_ text: String) throws(URError) -> Bool { try receive(URFrame(parsing: text)) }

    /// See `receive(_: String)`.
    @discardableResult
    package mutating func receive(_ frame: URFrame) throws(URError) -> Bool {
        switch frame {
        case .whole(let whole):
            guard type == nil || ur == whole && assembly == nil else { throw .wholeBeside }
            defer { (type, ur) = (whole.type, whole) }
            return ur == nil
        case .part(let part, let type):
            if let expected = self.type, expected != type { throw .otherType(found: type, expected: expected) }
            guard ur == nil || assembly != nil else { throw .wholeBeside }
            var assembly = assembly ?? Assembly(part.message)
            let isNew = try assembly.receive(part)
            (self.assembly, self.type) = (assembly, type)
            if ur == nil, assembly.isComplete { ur = UR(type: type, message: try assembly.message()) }
            return isNew
        }
    }

    /// Nil before the first part, and for a message in one.
    package var progress: PartProgress? { assembly?.progress }

    /// The message.
    ///
    /// - Throws: `.incomplete`, and `.noScheme` when nothing came at all.
    package func whole() throws(URError) -> UR {
        if let ur { return ur }
        guard let assembly else { throw .noScheme }
        guard !assembly.isComplete else { throw .wrongChecksum }
        throw .incomplete(assembly.progress)
    }
}

extension URDecoder {
    /// The fragments of one message.
    struct Assembly: Sendable {
        /// A part that mixes fragments of which at least two are not known.
        private struct Mix {
            var fragments: FragmentSet
            var data: [UInt8]
        }

        private let shape: URPart.Message
        private let chooser: FountainChooser
        private var known: FragmentSet
        private var bytes: [UInt8]
        private var waiting: [Mix] = []
        private var numbers: Set<UInt32> = []

        /// Honest senders need far fewer parts; this only bounds the memory.
        private static let mostNumbers = 8 * URPart.mostFragments

        init(_ shape: URPart.Message) {
            self.shape = shape
            chooser = FountainChooser(count: shape.count, checksum: shape.checksum)
            known = FragmentSet(capacity: shape.count)
            bytes = Array(repeating: 0, count: shape.count * shape.fragment)
        }

        var isComplete: Bool { known.count == shape.count }

        var progress: PartProgress {
            PartProgress(
                expected: shape.count, received: numbers.count,
                missing: (0..<shape.count).filter { !known.contains($0) }.map { $0 + 1 })
        }

        /// The message, when all fragments are there.
        func message() throws(URError) -> [UInt8] {
            let message = Array(bytes.prefix(shape.length))
            guard CRC32.checksum(message) == shape.checksum else { throw .wrongChecksum }
            return message
        }

        mutating func receive(_ part: URPart) throws(URError) -> Bool {
            guard part.message == shape else { throw .otherMessage }
            guard !numbers.contains(part.number) || part.number <= shape.count else { return false }
            var mix = Mix(fragments: chooser.fragments(of: part.number), data: part.data)
            takeOut(known, of: &mix)
            guard !mix.fragments.isEmpty else {
                guard mix.data.allSatisfy({ $0 == 0 }) else { throw .contradiction(number: part.number) }
                note(part.number)
                return false
            }
            for other in waiting where other.fragments.isSubset(of: mix.fragments) { Self.takeOut(other, of: &mix) }
            guard !mix.fragments.isEmpty else {
                guard mix.data.allSatisfy({ $0 == 0 }) else { throw .contradiction(number: part.number) }
                note(part.number)
                return false
            }
            note(part.number)
            settle(mix)
            return true
        }

        private mutating func note(_ number: UInt32) {
            if numbers.count < Self.mostNumbers { numbers.insert(number) }
        }

        /// Keeps a mix, or the fragment that it has become, and follows up what that makes of the others.
        private mutating func settle(_ mix: Mix) {
            var open = [mix]
            while let mix = open.popLast() {
                if let index = mix.fragments.only {
                    guard !known.contains(index) else { continue }
                    known.insert(index)
                    bytes.replaceSubrange(index * shape.fragment..<(index + 1) * shape.fragment, with: mix.data)
                }
                for place in waiting.indices where mix.fragments.isSubset(of: waiting[place].fragments) {
                    Self.takeOut(mix, of: &waiting[place])
                }
                open += waiting.filter { $0.fragments.only != nil }
                waiting.removeAll { $0.fragments.count < 2 }
                if mix.fragments.count > 1, waiting.count < 2 * shape.count { waiting.append(mix) }
            }
        }

        private func takeOut(_ fragments: FragmentSet, of mix: inout Mix) {
            for index in mix.fragments.elements where fragments.contains(index) {
                let start = index * shape.fragment
                for place in 0..<shape.fragment { mix.data[place] ^= bytes[start + place] }
                mix.fragments.remove(index)
            }
        }

        private static func takeOut(_ part: Mix, of mix: inout Mix) {
            for place in mix.data.indices { mix.data[place] ^= part.data[place] }
            mix.fragments.subtract(part.fragments)
        }
    }
}
