// SPDX-License-Identifier: Apache-2.0

/// One of the things that a program gives up or sees to at its start.
package enum Measure: String, CaseIterable, Hashable, Sendable {
    /// Standard input, output and error are open, so that no file takes their numbers.
    case standardStreams = "standard-streams"
    /// A crash ends the program, and starts no other one to look at its memory.
    case crashHandlers = "crash-handlers"
    /// No memory goes to a file when the program ends badly.
    case coreDumps = "core-dumps"
    /// Other processes of the same user cannot look into this one.
    case undumpable
    /// Nothing that is executed could gain rights.
    case newPrivileges = "no-new-privileges"
    /// Memory stays out of the swap.
    case lockedMemory = "locked-memory"
    /// The system calls that are left are those that are needed.
    case systemCalls = "system-calls"
    /// Descriptors that the program was started with and that nobody named are closed.
    case descriptors
    /// The files that are left are the vault and those that were named.
    case files

    package var words: String {
        switch self {
        case .standardStreams: "standard streams"
        case .crashHandlers: "crash handlers off"
        case .coreDumps: "no core dumps"
        case .undumpable: "memory closed to other processes"
        case .newPrivileges: "no new privileges"
        case .lockedMemory: "memory locked"
        case .systemCalls: "system call filter"
        case .descriptors: "inherited descriptors closed"
        case .files: "files limited"
        }
    }
}
