// SPDX-License-Identifier: Apache-2.0

/// Why an operation fails: the first reason that the network finds.
struct Fault {
    /// The network's code, in Horizon's words.
    let code: String
    /// What is wrong, with full addresses.
    let message: String
    let hint: String?
    /// Whether other transactions, sent before this one, may put it right.
    let mayPass: Bool

    init(_ code: String, _ message: String, hint: String? = nil, mayPass: Bool = false) {
        self.code = code
        self.message = message
        self.hint = hint
        self.mayPass = mayPass
    }
}
