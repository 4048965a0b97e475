// SPDX-License-Identifier: Apache-2.0

package import Anchor

/// What happens next in a transfer, or what it needs to go on.
package enum TransferStep {
    /// Nothing is needed.
    case notice(TransferNotice)
    /// The questions about customer data begin. Nothing is needed.
    case customerData
    /// The transfer is in the journal, with this number.
    case recorded(number: Int64)
    /// Call `next` again after so many seconds.
    case wait(seconds: UInt64)
    /// The cost, as far as it is known. Nothing is needed.
    case fee(TransferFee)

    /// Answer with `.text`.
    case question(TransferQuestion)
    /// Answer with `.profile`: opened, or nil to go on without.
    ///
    /// - isAsked: whether the user is to be asked first whether it may be used.
    case profile(isAsked: Bool)
    /// Answer with `.customer`.
    case customerFields(CustomerRequest)
    /// The anchor would get these fields for the first time: answer with `.agreed`.
    case disclosure([String])
    /// All that the anchor is told: answer with `.agreed`, and the transfer is begun.
    case summary([(name: String, value: String?)])
    /// It may have been begun already, as one of these: answer with `.transfer`.
    case mayHaveBegun([Transfer])

    /// The anchor has the transfer. Nothing follows.
    case result(TransferResult)
}
