// SPDX-License-Identifier: Apache-2.0

/// Why a command ends without its result: what the user reads, and the exit code.
///
/// The one error type that leaves a program; libraries' typed errors are turned into it at the command.
package struct Failure: Error, Hashable {
    package let code: ExitCode
    /// One lower-case line: what was wrong, and where.
    package let message: String
    /// What to do about it, if that is known.
    package let hint: String?

    package init(_ code: ExitCode, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}
