// SPDX-License-Identifier: Apache-2.0

package import Codec

/// The most severe failure of a run over several transactions: the one with which the run ends. Of equal ones, the first.
package struct WorstFailure {
    package private(set) var failure: Failure?

    package init() {}

    package mutating func add(_ failure: Failure) {
        if Self.severity(failure) > self.failure.map(Self.severity) ?? 0 { self.failure = failure }
    }

    /// An unknown outcome outweighs a final one, because acting on it may pay twice.
    private static func severity(_ failure: Failure) -> Int {
        switch failure.kind {
        case .unknownYet: 4
        case .protocolBroken: 3
        case .unreachable: 2
        default: 1
        }
    }
}

extension Failure {
    /// Whether the servers are at fault, so that the transactions are not affected.
    package var isOfServers: Bool { kind == .unreachable || kind == .protocolBroken }
}
