// SPDX-License-Identifier: Apache-2.0

/// How a program ends; the same numbers in all programs (after BSD's sysexits).
package enum ExitCode: Int32, Hashable, Sendable {
    case done = 0
    /// The ledger or the anchor refused, for good.
    case refusedByLedger = 1
    case usage = 64
    /// Does not decode, wrong network, bad signature, not a valid address, amount or challenge.
    case badInput = 65
    /// An input file is not there.
    case noInput = 66
    /// Network or server not reachable; nothing was lost, safe to run again.
    case unreachable = 69
    /// A bug in Coldstar.
    case bug = 70
    /// The output exists or cannot be written.
    case cannotCreate = 73
    /// Outcome not known yet; it is in the journal.
    case unknownYet = 75
    /// A server broke its protocol.
    case protocolBroken = 76
    /// Wrong PIN, a policy, a REFUSE rule, or the user said no.
    case refused = 77
}
