// SPDX-License-Identifier: Apache-2.0

/// What trying a measure has shown.
package struct Check: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        case holds
        /// It was meant to hold, and does not.
        case broken
        /// The system does not offer it.
        case missing
    }

    package let measure: Measure
    package let state: State
    /// What was tried, or what is wrong.
    package let detail: String
}
