// SPDX-License-Identifier: Apache-2.0

/// Why a command ends without its result: the message for the user, and the exit code.
///
/// The only error type that leaves a program; commands convert the libraries' typed errors into it.
package struct Failure: Error, Hashable {
    package let code: ExitCode
    /// One lower-case line: what is wrong, and where.
    package let message: String
    /// What to do about it, if known.
    package let hint: String?

    package init(_ code: ExitCode, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}
