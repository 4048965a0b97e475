// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A fault in the configuration file.
package struct ConfigurationProblem: Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    /// What is wrong, beginning with the key.
    package let message: Wording
    package let hint: Wording?

    /// The problem as an error about a file.
    ///
    /// - Parameter path: the file's path, escaped.
    package func failure(in path: String) -> Failure {
        Failure(.badInput, "\(path):\(line): \(message)", hint: hint)
    }
}
