// SPDX-License-Identifier: Apache-2.0

package import Codec

/// Why a configuration is not accepted: the event that meso-js would send, or a rule of Coldstar's own in the same
/// form.
package struct RampConfigurationError: Fault, Hashable {
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        case configuration = "CONFIGURATION_ERROR"
        case network = "UNSUPPORTED_NETWORK_ERROR"
        case asset = "UNSUPPORTED_ASSET_ERROR"
    }

    /// Whose rule it is.
    package enum Origin: String, Hashable, Sendable {
        case mesoJS = "meso-js"
        case coldstar
    }

    package let reason: Reason
    /// The member of the configuration that it is about; nil for the whole.
    package let member: String?
    /// For a rule of meso-js its own words.
    package let message: String
    package let origin: Origin
    package let hint: Wording?

    package var kind: FaultKind { .badInput }
    package var wording: Wording { "\(reason.rawValue): \(message)" }

    init(
        _ reason: Reason, _ member: String?, _ message: String, by origin: Origin = .mesoJS, hint: Wording? = nil
    ) {
        (self.reason, self.member, self.message) = (reason, member, message)
        (self.origin, self.hint) = (origin, hint)
    }
}

/// All that is wrong with a configuration.
package struct RampRejection: Fault, Hashable {
    /// In the order of the rules; at least one. The first is the event that meso-js would send.
    package let faults: [RampConfigurationError]
    /// The file's name, escaped; nil if there is none.
    private var file: String?
    /// The line of each of its members, from 1.
    private var lines: [String: Int] = [:]

    init(_ first: RampConfigurationError) { faults = [first] }

    /// - Parameter faults: at least one.
    init(_ faults: [RampConfigurationError]) {
        precondition(!faults.isEmpty)
        self.faults = faults
    }

    package var first: RampConfigurationError { faults[0] }
    package var kind: FaultKind { .badInput }
    package var message: String { wording.plain }
    package var hint: Wording? { faults.count == 1 ? first.hint : nil }

    package var wording: Wording {
        guard faults.count > 1 else { return detail(first).wording }
        return Wording("\(file.map { "\($0): " } ?? "")the configuration has \(faults.count) faults")
    }

    package var details: [FailureDetail] { faults.count > 1 ? faults.map(detail) : [] }

    /// The same, with where the faults are in a file.
    func inFile(_ name: String, lines: [String: Int]) -> RampRejection {
        var placed = self
        (placed.file, placed.lines) = (name, lines)
        return placed
    }

    private func detail(_ fault: RampConfigurationError) -> FailureDetail {
        // With one fault, the hint has a line of its own.
        let text = faults.count > 1 ? fault.hint.map { "\(fault.wording) (\($0))" } ?? fault.wording : fault.wording
        guard let file, let line = line(of: fault) else { return FailureDetail(text) }
        return FailureDetail(file, line: line, text)
    }

    /// Where a fault is in the file; nil for what is missing, and for the whole.
    private func line(of fault: RampConfigurationError) -> Int? { fault.member.flatMap { lines[$0] } }

    /// The document of `ramp check`: the first fault, and under `faults` all.
    package var document: JSON {
        let all = faults.map { fault in JSON.object(JSONObject(members(of: fault))) }
        return .object(JSONObject([("accepted", false)] + members(of: first) + [("faults", .array(all))]))
    }

    private func members(of fault: RampConfigurationError) -> [(String, JSON)] {
        [
            ("kind", .string(fault.reason.rawValue)), ("message", .string(fault.message)),
            ("rule", .string(fault.origin.rawValue)), ("member", fault.member.map(JSON.string) ?? .null),
            ("line", line(of: fault).map { .integer($0) } ?? .null),
        ] + (fault.hint.map { [("reason", .string($0.plain))] } ?? [])
    }
}
