// SPDX-License-Identifier: Apache-2.0

/// The kinds of faults, by what the user can do about them. A front end derives from the kind how it ends or what it shows; the
/// programs end with one exit code per kind.
package enum FaultKind: Hashable, Sendable, CaseIterable {
    /// The ledger or the anchor refused permanently.
    case refusedByLedger
    /// Wrong options or arguments.
    case usage
    /// Undecodable input, wrong network, bad signature, or an invalid address, amount or challenge.
    case badInput
    /// An input file, key or record does not exist.
    case noInput
    /// Network or server not reachable; nothing was lost, safe to run again.
    case unreachable
    /// A bug in Coldstar.
    case bug
    /// The output exists or cannot be written.
    case cannotCreate
    /// Unknown outcome; recorded in the journal.
    case unknownYet
    /// A server violated its protocol.
    case protocolBroken
    /// Wrong PIN, a policy, a REFUSE rule, or the user declined.
    case refused
}
