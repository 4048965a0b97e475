// SPDX-License-Identifier: Apache-2.0

import Codec

/// One of the protections that a program applies when it starts.
package enum Protection: String, CaseIterable, Hashable, Sendable {
    /// Standard input, output and error are open, so that no opened file gets their numbers.
    case standardStreams = "standard-streams"
    /// A crash ends the program without starting another program that inspects its memory.
    case crashHandlers = "crash-handlers"
    /// A crash does not write memory to a file.
    case coreDumps = "core-dumps"
    /// Other processes of the same user cannot read this process's memory.
    case undumpable
    /// Executing a program cannot gain privileges.
    case newPrivileges = "no-new-privileges"
    /// Memory is not swapped out.
    case lockedMemory = "locked-memory"
    /// Only the system calls that the program needs are allowed.
    case systemCalls = "system-calls"
    /// Inherited descriptors are closed, except those named in the arguments.
    case descriptors
    /// Only the vault and the files named in the arguments are accessible.
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

/// The result of testing a measure.
package struct ProtectionCheck: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        case holds
        /// The measure was applied, but does not work.
        case broken
        /// The system does not support it.
        case missing
    }

    package let measure: Protection
    package let state: State
    /// What was tested, or what is wrong.
    package let detail: String
}

/// A measure that could not be applied. The program must exit.
package struct ConfineError: Error, Hashable {
    package let measure: Protection
    /// The `errno` of the failed call.
    package let errno: Int32

    /// Text for the end of an error line.
    package var message: String { "\(measure.words): the kernel says \(SystemError.text(errno))" }
}
