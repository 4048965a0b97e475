// SPDX-License-Identifier: Apache-2.0

/// The path of a key derived from a seed, such as m/44'/148'/0'.
///
/// - Source: BIP-32 for the form; SEP-5 for Stellar's paths, in which every step is hardened.
package struct DerivationPath: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        /// Below 2³¹.
        package let index: UInt32
        package let isHardened: Bool
    }

    package let steps: [Step]

    private static let mostSteps = 10
    private static let indexLimit: UInt32 = 1 << 31

    /// The SEP-5 path of an account of a mnemonic.
    ///
    /// - Parameter account: below 2³¹.
    package init(account: UInt32) {
        precondition(account < Self.indexLimit, "an account has 31 bits")
        steps = [44, 148, account].map { Step(index: $0, isHardened: true) }
    }

    /// Parses a text such as `m/44'/148'/0'`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "m", (2...Self.mostSteps + 1).contains(parts.count) else { return nil }
        var steps: [Step] = []
        for part in parts.dropFirst() {
            let digits = part.hasSuffix("'") ? part.dropLast() : part
            let isPlain = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard isPlain, let index = UInt32(digits), index < Self.indexLimit, String(index) == digits else {
                return nil
            }
            steps.append(Step(index: index, isHardened: part.hasSuffix("'")))
        }
        self.steps = steps
    }

    package var text: String { steps.reduce("m") { $0 + "/\($1.index)" + ($1.isHardened ? "'" : "") } }

    /// The account of a mnemonic, if this is a SEP-5 path.
    package var account: UInt32? {
        guard let last = steps.last, self == DerivationPath(account: last.index) else { return nil }
        return last.index
    }

    /// Reads the components of a `crypto-keypath`, which alternate between an index and whether it is hardened; nil for anything
    /// else, such as a wildcard.
    init?(components: [CBOR]) {
        guard components.count.isMultiple(of: 2), (1...Self.mostSteps).contains(components.count / 2) else {
            return nil
        }
        var steps: [Step] = []
        for place in stride(from: 0, to: components.count, by: 2) {
            guard let index = components[place].asUnsigned.flatMap(UInt32.init(exactly:)), index < Self.indexLimit,
                case .bool(let isHardened) = components[place + 1]
            else { return nil }
            steps.append(Step(index: index, isHardened: isHardened))
        }
        self.steps = steps
    }

    var components: CBOR { .array(steps.flatMap { [.unsigned(UInt64($0.index)), .bool($0.isHardened)] }) }
}
