// SPDX-License-Identifier: Apache-2.0

import Codec

/// What the terms of a transaction are for people: all that a user says of it apart from its operation. The options of
/// the commands and the fields of the forms come from it; `FieldTexts` takes what was filled in.
package enum TermsSpec {
    package static let source = InputField(
        .source, "From", .account, "The account that acts: G..., M..., a contact, or name*domain.")
    package static let operationSource = InputField.optional(
        .operationSource, "Source of the operation", .account, "Of this operation alone; it must also sign.")
    package static let memo = InputField.optional(
        .memo, "Memo", .text, "text:..., id:N, hash:HEX or return:HEX.")

    /// The preconditions.
    package static let conditions: [InputField] = [
        .optional(
            .validFor, "Valid for", .text, "How long the transaction stays valid: 90s, 30m, 24h (default), 7d."),
        .optional(.minTime, "Not before", .text, "Not valid before this time (a date, RFC 3339 or unix)."),
        .optional(.maxTime, "Not after", .text, "Not valid after this time (a date, RFC 3339 or unix)."),
        .optional(
            .noExpiry, "No expiry", .flag,
            "No expiry: anyone with the signed transaction can submit it until its sequence number is used."),
        .optional(.minLedger, "Not before ledger", .number, "Not valid before this ledger."),
        .optional(
            .maxLedger, "Before ledger", .number, "Not valid in this ledger or later (maxLedger is exclusive)."),
        .optional(
            .minSeqNum, "Lowest sequence number", .number,
            "The lowest sequence number of the account at which it is valid.", whenEmpty: "its own number less one"),
        .optional(
            .minSeqAge, "Age of the sequence number", .text,
            "Valid only when the account's sequence number is at least this old: 90s, 30m, 24h, 7d."),
        .optional(
            .minSeqLedgerGap, "Ledgers since the sequence number", .number,
            "Valid only when the account's sequence number is at least this many ledgers old."),
        .optional(
            .extraSigner, "Extra signers", .list,
            "An extra signer that the transaction requires: G..., T..., X... or P...; at most two."),
    ]

    /// The maximum fee of each operation.
    package static let fee = maximumFee("Stroops for each operation, or auto.")
    /// Of a batch, whose operations are payments.
    package static let feeOfBatch = maximumFee("Stroops for each payment, or auto.")
    /// Of a transaction that has one operation for certain.
    package static let feeOfOne = maximumFee("Stroops, or auto.")

    private static func maximumFee(_ help: Wording) -> InputField {
        .optional(
            .fee, "Fee", .text, help, whenEmpty: "from the network's recent fees, shown", usual: "auto")
    }

    package static let sequence = InputField.optional(
        .sequence, "Own sequence number", .number,
        "The transaction's own sequence number; the network is not used then.")
    package static let sequenceOfBatch = InputField.optional(
        .sequence, "First sequence number", .number,
        "The sequence number of the first transaction; the network is then not used.")

    /// Where the number is taken, if it is neither the next one nor the user's own.
    package static let places: [InputField] = [
        .optional(
            .afterPending, "after all pending transactions", .flag,
            "Take the sequence number after all pending transactions: those that were signed or submitted."),
        .optional(
            .afterDrafts, "after all pending transactions and unsigned requests", .flag,
            "Take the sequence number after all pending transactions and all requests that are still to be signed."),
    ]
    package static let placesOfBatch: [InputField] = [
        .optional(
            .afterPending, places[0].label, .flag,
            "Take sequence numbers after all pending transactions: those that were signed or submitted."),
        .optional(
            .afterDrafts, places[1].label, .flag,
            "Take sequence numbers after all pending transactions and all requests that are still to be signed."),
    ]

    /// Of a batch as a whole.
    package static let batch: [InputField] = [
        .optional(
            .name, "Name of the batch", .text, "A name for the batch, by which status and other commands find it.",
            whenEmpty: "that of the table's file"),
        .optional(
            .onePerTransaction, "One payment per transaction", .flag,
            "Give each payment a transaction of its own, so that one that fails stops no other."),
    ]

    package static let note = InputField.optional(
        .note, "Note", .text, "A note for the signer, shown as an unverified hint.")
}
