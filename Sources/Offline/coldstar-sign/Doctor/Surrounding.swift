// SPDX-License-Identifier: Apache-2.0

/// A check of the machine or the vault that the program can report but not fix.
struct Surrounding: Hashable {
    enum State: String {
        case good
        /// The user should act.
        case attention
        /// The system does not provide the information.
        case unknown
    }

    let name: String
    let state: State
    let detail: String
}
