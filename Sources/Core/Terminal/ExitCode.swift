// SPDX-License-Identifier: Apache-2.0

package import Codec

/// The exit codes, identical in all programs (after BSD's sysexits).
package enum ExitCode: Int32, Hashable, Sendable {
    case done = 0
    case refusedByLedger = 1
    case usage = 64
    case badInput = 65
    case noInput = 66
    case unreachable = 69
    case bug = 70
    case cannotCreate = 73
    case unknownYet = 75
    case protocolBroken = 76
    case refused = 77

    /// The exit code for a kind of fault.
    package init(_ kind: FaultKind) {
        self =
            switch kind {
            case .refusedByLedger: .refusedByLedger
            case .usage: .usage
            case .badInput: .badInput
            case .noInput: .noInput
            case .unreachable: .unreachable
            case .bug: .bug
            case .cannotCreate: .cannotCreate
            case .unknownYet: .unknownYet
            case .protocolBroken: .protocolBroken
            case .refused: .refused
            }
    }
}
