// SPDX-License-Identifier: Apache-2.0

/// An answer to a step that needs one.
package enum TransferAnswer {
    /// Nil leaves out what is optional.
    case text(String?)
    case profile(OpenProfile?)
    case customer(CustomerAnswers)
    case agreed(Bool)
    /// The id of the transfer that it is; nil when it is none of them.
    case transfer(id: String?)
}
