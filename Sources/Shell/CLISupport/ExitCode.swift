// SPDX-License-Identifier: Apache-2.0

/// The exit codes, identical in all programs (after BSD's sysexits).
package enum ExitCode: Int32, Hashable, Sendable {
    case done = 0
    /// The ledger or the anchor refused permanently.
    case refusedByLedger = 1
    case usage = 64
    /// Undecodable input, wrong network, bad signature, or an invalid address, amount or challenge.
    case badInput = 65
    /// An input file does not exist.
    case noInput = 66
    /// Network or server not reachable; nothing was lost, safe to run again.
    case unreachable = 69
    /// A bug in Coldstar.
    case bug = 70
    /// The output exists or cannot be written.
    case cannotCreate = 73
    /// Unknown outcome; recorded in the journal.
    case unknownYet = 75
    /// A server violated its protocol.
    case protocolBroken = 76
    /// Wrong PIN, a policy, a REFUSE rule, or the user declined.
    case refused = 77
}
