// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff

/// The fields of every form that builds a transaction, besides those of its operation. Their names are the options of
/// `coldstar-build`.
enum TermsForm {
    static let main: [FormField] = [
        FormField("source", "From", .account, "The account that acts: G..., M..., a contact, or name*domain."),
        .optional("memo", "Memo", .text, "text:..., id:N, hash:HEX or return:HEX."),
    ]

    static let conditions: [FormField] = [
        .optional(
            "valid-for", "Valid for", .text, "How long the transaction stays valid: 90s, 30m, 24h, 7d. Empty: 24h."),
        .optional("min-time", "Not before", .text, "A date, RFC 3339 or unix."),
        .optional("max-time", "Not after", .text, "A date, RFC 3339 or unix."),
        .optional(
            "no-expiry", "No expiry", .flag,
            "Anyone with the signed transaction can submit it until its sequence number is used."),
        .optional("min-ledger", "Not before ledger", .number, ""),
        .optional("max-ledger", "Before ledger", .number, "Not valid in this ledger or later."),
        .optional("min-seq-num", "Lowest sequence number", .number, "Of the account, at which it is valid."),
        .optional("min-seq-age", "Age of the sequence number", .text, "At least: 90s, 30m, 24h, 7d."),
        .optional("min-seq-ledger-gap", "Ledgers since the sequence number", .number, "At least this many."),
        .optional("extra-signer", "Extra signers", .area, "One a line: G..., T..., X... or P...; at most two."),
    ]

    static let place = FormField(
        "place", "Sequence number",
        .choice([
            Choice(value: "next", label: "the next one"),
            Choice(value: "after-pending", label: "after all pending transactions"),
            Choice(value: "after-drafts", label: "after all pending transactions and unsigned requests"),
        ]), "Which sequence number the transaction takes.")

    static let fee = FormField.optional(
        "fee", "Fee", .text, "Stroops for each operation. Empty: from the network's recent fees.")
    static let note = FormField.optional("note", "Note", .text, "For the signer, shown as an unverified hint.")

    static let more: [FormField] =
        [
            note, fee, place,
            .optional(
                "operation-source", "Source of the operation", .account, "Of this operation alone; it must also sign."),
            .optional("sequence", "Own sequence number", .number, "The network is not used then."),
        ] + conditions + [
            .optional(
                "append-to", "Append to", .area,
                "An unsigned transaction or request to add the operation to, instead of beginning one.")
        ]
}

extension DeskFields {
    /// What the form has of these fields.
    var terms: FieldTexts {
        var texts = FieldTexts()
        let plain: [FieldID] = [
            .source, .operationSource, .memo, .note, .fee, .sequence, .validFor, .minTime, .maxTime, .minLedger,
            .maxLedger, .minSeqNum, .minSeqAge, .minSeqLedgerGap,
        ]
        for field in plain { texts[field] = self[field.name] }
        texts.set(.noExpiry, isOn: isOn("no-expiry"))
        texts.set(.extraSigner, lines("extra-signer").map { $0.filter { !$0.isWhitespace } })
        texts.set(.afterPending, isOn: self["place"] == "after-pending" || isOn("after-pending"))
        texts.set(.afterDrafts, isOn: self["place"] == "after-drafts" || isOn("after-drafts"))
        return texts
    }
}
