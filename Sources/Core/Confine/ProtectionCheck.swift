// SPDX-License-Identifier: Apache-2.0

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
