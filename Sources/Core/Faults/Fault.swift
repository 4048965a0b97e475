// SPDX-License-Identifier: Apache-2.0

/// An error that says what kind it is, what is wrong, and what to do about it.
///
/// Every error that a library lets a front end see conforms, so that one conversion serves all of them.
package protocol Fault: Error {
    var kind: FaultKind { get }
    /// One lower-case line: what is wrong, and where.
    var message: String { get }
    /// What to do about it, if known.
    var hint: String? { get }
    /// Lines to show before the message.
    var details: [String] { get }
}

extension Fault {
    package var hint: String? { nil }
    package var details: [String] { [] }
}
