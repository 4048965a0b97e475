// SPDX-License-Identifier: Apache-2.0

/// Assembles a UR from its parts, which may arrive in any order, more than once, and mixed.
///
/// A state machine without I/O. The first part determines the message; parts of any other are refused without effect.
/// Its memory is bounded by `URLimits` for any input.
///
/// - Source: BCR-2024-001 §Decoding; instead of removing known fragments from mixed parts, this decoder solves
///   equations, which needs fewer parts.
package struct URDecoder: Sendable {
    private var type: String?
    private var assembly: Assembly?
    /// The message, once it is complete.
    package private(set) var ur: UR?

    package init() {}

    /// Adds one text.
    ///
    /// - Returns: whether the text brought anything new.
    /// - Throws: why the text is not a part of this message. Decoding can continue after any error but
    ///   `.wrongChecksum`.
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

    /// Nil before the first part, and for a single-part message.
    package var progress: PartProgress? { assembly?.progress }

    /// The message.
    ///
    /// - Throws: `.incomplete`, `.wrongChecksum`, and `.noScheme` if nothing was received.
    package func whole() throws(URError) -> UR {
        if let ur { return ur }
        guard let assembly else { throw .noScheme }
        guard !assembly.isComplete else { throw .wrongChecksum }
        throw .incomplete(assembly.progress)
    }
}

extension URDecoder {
    /// The fragments of one message, by Gaussian elimination: every part with any new information counts in full.
    ///
    /// Each row is a mix with one fragment as its pivot, which no other row contains. A row of one fragment is that
    /// fragment, and a full set of rows is the message.
    struct Assembly: Sendable {
        private struct Mix {
            var fragments: FragmentSet
            var data: [UInt8]

            mutating func add(_ other: Mix) {
                fragments.formSymmetricDifference(other.fragments)
                for place in data.indices { data[place] ^= other.data[place] }
            }
        }

        private let shape: URPart.Message
        private let chooser: FountainChooser
        /// The rows by their pivots.
        private var rows: [Mix?]
        private var rank = 0
        private var numbers: Set<UInt32> = []

        /// Honest senders need far fewer parts; this limit bounds the memory.
        private let mostNumbers: Int

        init(_ shape: URPart.Message) {
            self.shape = shape
            mostNumbers = 8 * max(shape.count, URLimits.usual.fragments)
            chooser = FountainChooser(count: shape.count, checksum: shape.checksum)
            rows = Array(repeating: nil, count: shape.count)
        }

        var isComplete: Bool { rank == shape.count }

        var progress: PartProgress {
            let missing = rows.indices.filter { rows[$0]?.fragments.count != 1 }.map { $0 + 1 }
            return PartProgress(
                expected: shape.count, received: numbers.count, missing: missing,
                mixed: rank - (shape.count - missing.count))
        }

        /// The message, if all fragments are known.
        func message() throws(URError) -> [UInt8] {
            let message = Array(rows.lazy.compactMap { $0?.data }.joined().prefix(shape.length))
            guard CRC32.checksum(message) == shape.checksum else { throw .wrongChecksum }
            return message
        }

        mutating func receive(_ part: URPart) throws(URError) -> Bool {
            guard part.message == shape else { throw .otherMessage }
            guard !numbers.contains(part.number) || part.number <= shape.count else { return false }
            var mix = Mix(fragments: chooser.fragments(of: part.number), data: part.data)
            for index in mix.fragments.elements {
                if let row = rows[index] { mix.add(row) }
            }
            guard let pivot = mix.fragments.first else {
                guard mix.data.allSatisfy({ $0 == 0 }) else { throw .contradiction(number: part.number) }
                note(part.number)
                return false
            }
            note(part.number)
            for place in rows.indices where rows[place]?.fragments.contains(pivot) ?? false { rows[place]?.add(mix) }
            rows[pivot] = mix
            rank += 1
            return true
        }

        private mutating func note(_ number: UInt32) {
            if numbers.count < mostNumbers { numbers.insert(number) }
        }
    }
}

/// The maximum size of a message in parts, for reading and writing, by its type. Bounds the memory of a reader.
package struct URLimits: Hashable, Sendable {
    package let fragments: Int
    /// Bytes of the message.
    package let message: Int

    /// Enough for every transaction that fits a ledger's limits, and little enough for any machine.
    package static let usual = URLimits(fragments: 1024, message: 1 << 16)
    /// Hundreds of requests; a loop with its mixed parts is at most the 4,096 pictures that the scanner takes.
    package static let batch = URLimits(fragments: 2048, message: 1 << 19)

    /// The limits of messages of a type.
    package static func of(_ type: String) -> URLimits { type == BatchResource.type ? batch : usual }
}
