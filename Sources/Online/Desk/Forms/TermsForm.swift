// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff

/// The fields of every form that builds a transaction, besides those of its operation.
enum TermsForm {
    static let main: [FormField] = [FormField(TermsSpec.source), FormField(TermsSpec.memo)]
    static let conditions: [FormField] = TermsSpec.conditions.map { FormField($0) }

    static let place = FormField(
        "place", "Sequence number",
        .choice(
            [Choice(value: "next", label: "the next one")]
                + TermsSpec.places.map { Choice(value: $0.id.name, label: $0.label) }),
        "Which sequence number the transaction takes.")

    static let fee = FormField(TermsSpec.fee)
    static let note = FormField(TermsSpec.note)

    static let more: [FormField] =
        [note, fee, place, FormField(TermsSpec.operationSource), FormField(TermsSpec.sequence)] + conditions + [
            .optional(
                "append-to", "Append to", .area,
                "An unsigned transaction or request to add the operation to, instead of beginning one.")
        ]

    /// Those that become texts as they are.
    fileprivate static let described =
        [
            TermsSpec.source, TermsSpec.operationSource, TermsSpec.memo, TermsSpec.note, TermsSpec.fee,
            TermsSpec.sequence,
        ] + TermsSpec.conditions
}

extension DeskFields {
    /// What the form has of these fields.
    var terms: FieldTexts {
        var texts = FieldTexts()
        for field in TermsForm.described { texts.fill(field, from: self) }
        // Addresses may be in groups.
        texts.set(.extraSigner, texts.all(.extraSigner).map { $0.filter { !$0.isWhitespace } })
        for place in TermsSpec.places.map(\.id) {
            texts.set(place, isOn: self["place"] == place.name || isOn(place.name))
        }
        return texts
    }
}
