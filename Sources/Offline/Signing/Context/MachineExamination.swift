// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Confine

/// What a program has given up, and how the machine and the vault around it look.
package struct MachineExamination: Hashable, Sendable {
    package let protections: [ProtectionCheck]
    package let surroundings: [MachineCheck]
    /// Nil if the system does not list them.
    private let interfaces: [NetworkInterface]?

    init(protections: [ProtectionCheck], surroundings: [MachineCheck], interfaces: [NetworkInterface]?) {
        self.protections = protections
        self.surroundings = surroundings
        self.interfaces = interfaces
    }

    /// The failure to report if a protection does not hold or something needs the user's attention.
    package var failure: Failure? {
        let wrong =
            protections.filter { $0.state == .broken }.map(\.measure.words)
            + surroundings.filter { $0.state == .attention }.map(\.name)
        guard !wrong.isEmpty else { return nil }
        return Failure(
            .refused, "not as it should be: \(wrong.joined(separator: ", "))",
            hint: "the threat model in the documentation says what each of these is good for")
    }

    /// The checks for people.
    package var text: [TextPart] {
        let given = protections.map {
            TextFinding($0.measure.words, $0.state.rawValue, $0.state.tone, Wording($0.detail))
        }
        let around = surroundings.map { TextFinding($0.name, $0.state.rawValue, $0.state.tone, $0.detail) }
        return [
            .line("what this program has given up"), .findings(given, Self.columns), .line(""),
            .line("what is around it"), .findings(around, Self.columns),
        ]
    }

    package func document(in style: some WordingStyle) -> JSON {
        [
            "version": 1,
            "measures": .array(
                protections.map { Self.document($0.measure.rawValue, $0.state.rawValue, $0.detail) }),
            "surroundings": .array(
                surroundings.map { Self.document($0.name, $0.state.rawValue, $0.detail.text(in: style)) }),
            "interfaces": interfaces.map { found in
                .array(found.map { ["name": .string($0.name), "up": .bool($0.isUp)] })
            } ?? .null,
        ]
    }

    private static let columns = TextFinding.Columns(subject: 34, verdict: 11, indent: 2)

    private static func document(_ name: String, _ state: String, _ detail: String) -> JSON {
        ["name": .string(name), "state": .string(state), "detail": .string(detail)]
    }
}

extension ProtectionCheck.State {
    fileprivate var tone: TextTone {
        switch self {
        case .holds: .good
        case .missing: .attention
        case .broken: .bad
        }
    }
}

extension MachineCheck.State {
    fileprivate var tone: TextTone {
        switch self {
        case .good: .good
        case .unknown: .neutral
        case .attention: .attention
        }
    }
}

extension MachineReport {
    /// The checks of the machine and the vault beside those of the program.
    ///
    /// - Parameter protections: made before any file was opened.
    package func examination(with protections: [ProtectionCheck]) -> MachineExamination {
        MachineExamination(protections: protections, surroundings: all(), interfaces: NetworkInterface.all())
    }
}
