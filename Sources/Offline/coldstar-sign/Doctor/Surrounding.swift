// SPDX-License-Identifier: Apache-2.0

/// Something about the machine or the vault that the program cannot see to, and what was found.
struct Surrounding: Hashable {
    enum State: String {
        case good
        /// A person should do something about it.
        case attention
        /// The system does not tell.
        case unknown
    }

    let name: String
    let state: State
    let detail: String
}
