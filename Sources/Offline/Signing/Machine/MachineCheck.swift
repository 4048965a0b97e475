// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A check of the machine or the vault: what a program can report but not fix.
package struct MachineCheck: Hashable, Sendable {
    package enum State: String, Sendable {
        case good
        /// The user should act.
        case attention
        /// The system does not provide the information.
        case unknown
    }

    package let name: String
    package let state: State
    package let detail: Wording
}
