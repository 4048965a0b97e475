// SPDX-License-Identifier: Apache-2.0

/// The system's error numbers (`errno`).
package enum SystemError {
    /// The system's text for an error number, for the end of an error line.
    package static func text(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
