// SPDX-License-Identifier: Apache-2.0

/// Giving up, at the start of a program, what it has no business with.
///
/// There are two steps. `begin` needs to know nothing and comes before the arguments are parsed. `narrow` needs to know the
/// files and descriptors that the arguments name, and comes before any of them is read.
package enum Confinement {
    /// Everything but files and descriptors; from its return on there is no network, no other program and no other process.
    ///
    /// - Throws: when anything but the locking of memory fails; a program then does nothing else.
    package static func begin() throws(ConfineError) {
        #if os(Linux)
            try StandardStreams.fill()
            try ProcessState.harden()
            _ = MemoryLock.outcome
            try SystemCallFilter.install(SystemCalls.signer)
        #endif
    }

    /// The first and the last of it for a program that opens files before it gives up the rest: closed standard streams are
    /// filled, and inherited descriptors closed but for those named.
    package static func tidy(for reach: Reach) throws(ConfineError) {
        #if os(Linux)
            try StandardStreams.fill()
            try Descriptors.close(allBut: reach.descriptors)
        #endif
    }

    /// Closes descriptors and limits files to what is named. A kernel without Landlock leaves the files as they are.
    ///
    /// - Throws: when descriptors cannot be closed, or the kernel has Landlock and does not let it work.
    package static func narrow(to reach: Reach) throws(ConfineError) {
        #if os(Linux)
            try Descriptors.close(allBut: reach.descriptors)
            try FileRules.enforce(reach.rules)
        #endif
    }
}
