// SPDX-License-Identifier: Apache-2.0

/// Enters the process sandbox when a program starts.
///
/// There are two steps. `begin` takes no arguments and is called before the command line is parsed. `narrow` takes the
/// files and descriptors that the arguments name, and is called before any of them is read.
package enum Confinement {
    /// Applies every measure except those for files and descriptors: after it returns, the process cannot use the
    /// network, start other programs or access other processes.
    ///
    /// - Throws: when any measure other than memory locking fails; the program must then exit.
    package static func begin() throws(ConfineError) {
        #if os(Linux)
            try StandardStreams.fill()
            try ProcessState.harden()
            _ = MemoryLock.outcome
            try SystemCallFilter.install(SystemCalls.signer)
        #endif
    }

    /// Fills closed standard streams and closes inherited descriptors, except those in `reach`. For a program that
    /// opens its files before it enters the rest of the sandbox.
    package static func tidy(for reach: AllowedAccess) throws(ConfineError) {
        #if os(Linux)
            try StandardStreams.fill()
            try Descriptors.close(allBut: reach.descriptors)
        #endif
    }

    /// Closes descriptors and restricts file access to what `reach` names. Without Landlock in the kernel, file access
    /// stays unrestricted.
    ///
    /// - Throws: when descriptors cannot be closed, or when the kernel has Landlock but applying it fails.
    package static func narrow(to reach: AllowedAccess) throws(ConfineError) {
        #if os(Linux)
            try Descriptors.close(allBut: reach.descriptors)
            try FileRules.enforce(reach.rules)
        #endif
    }
}
