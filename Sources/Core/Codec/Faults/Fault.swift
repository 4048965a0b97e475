// SPDX-License-Identifier: Apache-2.0

/// An error that says what kind it is, what is wrong, and what to do about it.
///
/// Every error that a library lets a front end see conforms, so that one conversion serves all of them.
package protocol Fault: Error {
    var kind: FaultKind { get }
    /// One lower-case line: what is wrong, and where.
    var message: String { get }
    /// The message for a front end, which shows the inputs that it names in its own way. Without inputs, it is the message.
    var wording: Wording { get }
    /// What to do about it, if known.
    var hint: Wording? { get }
    /// Lines to show before the message.
    var details: [FailureDetail] { get }
}

extension Fault {
    package var wording: Wording { Wording(message) }
    package var hint: Wording? { nil }
    package var details: [FailureDetail] { [] }
}
