// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff

/// The form of one operation, or of one use of it, as its description says.
struct OperationForm: Sendable {
    private let spec: OperationSpec
    let fields: [FormField]
    private let adjusted: (@Sendable (DeskFields, inout FieldTexts) throws(Failure) -> Void)?
    /// The operation of a form whose fields make it in another way; nil if they do not.
    private let other: (@Sendable (DeskFields) throws(Failure) -> (any OperationInput)?)?

    /// The last part of the path.
    var name: String { spec.page }
    var title: String { spec.title }
    /// One sentence.
    var summary: String { spec.summary.pageText }

    /// - Parameters:
    ///   - first: the fields that come first, in this order.
    ///   - change: changes a field.
    ///   - more: further fields, of this form alone.
    ///   - adjusted: changes what was filled in.
    ///   - other: the operation, if the further fields describe it.
    private init(
        _ spec: OperationSpec, first: [FieldID] = [], _ change: (inout FormField) -> Void = { _ in },
        more: [FormField] = [], adjusted: (@Sendable (DeskFields, inout FieldTexts) throws(Failure) -> Void)? = nil,
        other: (@Sendable (DeskFields) throws(Failure) -> (any OperationInput)?)? = nil
    ) {
        self.spec = spec
        let ordered =
            first.compactMap { id in spec.fields.first { $0.id == id } } + spec.fields.filter { !first.contains($0.id) }
        fields =
            ordered.map { described in
                var field = FormField(described)
                change(&field)
                return field
            } + more
        self.adjusted = adjusted
        self.other = other
    }

    /// What was filled in for the operation and for its transaction.
    func texts(_ fields: DeskFields) -> FieldTexts {
        var texts = fields.terms
        for field in spec.fields { texts.fill(field, from: fields) }
        return texts
    }

    /// The operation that filled-in fields describe.
    ///
    /// - Parameter texts: what was filled in.
    func operation(_ fields: DeskFields, _ texts: FieldTexts) throws(Failure) -> any OperationInput {
        if let other = try other?(fields) { return other }
        var texts = texts
        try adjusted?(fields, &texts)
        return try spec.operation(texts)
    }

    // MARK: the forms that have more than their operation

    private static let link = FormField.optional(
        "link", "Payment link", .area,
        "web+stellar:pay (SEP-7): says destination, asset, memo and often the amount; the fields above stay empty then."
    )
    private static let clearHomeDomain = FormField.optional(
        "clear-home-domain", "Remove the home domain", .flag, "The account has none afterwards.")

    /// The fields that are of a form alone.
    static let ownFields = [link, clearHomeDomain]

    static let payment = OperationForm(
        .payment,
        more: [link],
        other: { fields throws(Failure) in
            guard let text = fields["link"] else { return nil }
            guard fields["destination"] == nil else {
                throw Failure(.usage, .link, "the link names the destination; leave the field empty")
            }
            return try PayLink(
                Array(text.utf8), origin: "the link", amount: try FieldID.amount.optionalValue(of: fields["amount"]))
        })

    /// Without a destination, the account that sells receives.
    private static func swap(_ spec: OperationSpec, _ amount: FieldID, _ limit: FieldID) -> OperationForm {
        OperationForm(
            spec, first: [amount, .sendAsset, .destAsset, .destination, limit],
            { field in
                guard field.name == FieldID.destination.name else { return }
                field.isRequired = false
                field.help += " Empty: the account that sells."
            },
            adjusted: { fields, texts throws(Failure) in
                texts[.destination] = try fields.first(of: "destination", "source")
            })
    }

    static let strictSend = swap(.strictSend, .sendAmount, .destMin)
    static let strictReceive = swap(.strictReceive, .destAmount, .sendMax)

    private static let setOptions = OperationForm(
        .setOptions, first: [.signer, .signerWeight, .masterWeight],
        more: [clearHomeDomain],
        adjusted: { fields, texts throws(Failure) in
            if fields.isOn("clear-home-domain") { texts[.homeDomain] = "" }
        })

    private static let special = [payment, strictSend, strictReceive, setOptions]

    static let trustAdd = OperationForm(.trustAdd)
    static let trustRemove = OperationForm(.trustRemove)

    /// Every operation, under the headings of the page of operations.
    static let groups: [(heading: String, forms: [OperationForm])] = OperationSpec.groups.map { heading, specs in
        (heading, specs.map { spec in special.first { $0.name == spec.page } ?? OperationForm(spec) })
    }

    /// The form with the name of a page.
    static func named(_ name: String) -> OperationForm? {
        groups.lazy.flatMap(\.forms).first { $0.name == name }
    }
}

/// The fields of every form that builds a transaction, besides those of its operation.
enum TermsForm {
    static let main: [FormField] = [FormField(TermsSpec.source), FormField(TermsSpec.memo)]
    static let conditions: [FormField] = TermsSpec.conditions.map { FormField($0) }

    /// Several are prepared before someone goes to the offline machine: each takes a number of its own unless another
    /// one is chosen.
    static let place = FormField(
        "place", "Sequence number",
        .choice(
            TermsSpec.places.reversed().map { Choice(value: $0.id.name, label: $0.label) }
                + [Choice(value: "next", label: "the account's next one")]),
        "Which sequence number the transaction takes.", initial: FieldID.afterDrafts.name)

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
        // The number of a form that says which one it is, or that continues a transaction, has been chosen.
        let usual = self["sequence"] == nil && self["append-to"] == nil ? TermsForm.place.initial : nil
        let chosen = self["place"] == TermsForm.place.initial ? usual : self["place"] ?? usual
        for place in TermsSpec.places.map(\.id) {
            texts.set(place, isOn: chosen == place.name || isOn(place.name))
        }
        return texts
    }
}

extension FormField {
    /// The field as its description says.
    init(_ field: InputField) {
        var help = field.help.pageText
        let kind: Kind
        switch field.kind {
        case .text: kind = .text
        case .account: kind = .account
        case .signer: kind = .signer
        case .asset: kind = .asset
        case .amount: kind = .amount
        case .number: kind = .number
        case .flag: kind = .flag
        case .choice(let values): kind = .choice(values.map { Choice(value: $0, label: $0) })
        case .document: kind = .area
        case .list, .documents:
            kind = .area
            help += " One a line."
        }
        if let empty = field.whenEmpty?.pageText ?? field.usual { help += " Empty: \(empty)." }
        self.init(field.id.name, field.label, kind, help, isRequired: field.isRequired, initial: field.initial)
    }
}

extension FieldTexts {
    /// Takes what a form has for a field.
    mutating func fill(_ field: InputField, from fields: DeskFields) {
        let name = field.id.name
        switch field.kind {
        case .flag: set(field.id, isOn: fields.isOn(name))
        case .list: set(field.id, fields.lines(name))
        case .document:
            if let text = fields[name] { add(field.id, InputDocument(text: text, origin: field.label)) }
        case .documents:
            for text in fields.lines(name) { add(field.id, InputDocument(text: text, origin: field.label)) }
        case .text, .account, .signer, .asset, .amount, .number, .choice: self[field.id] = fields[name]
        }
    }
}

extension DeskFields {
    /// The text of a field that must be filled in.
    func required(_ name: String) throws(Failure) -> String {
        guard let text = self[name] else { throw Failure(.usage, FieldID(name), "this field is required") }
        return text
    }

    /// The first of several fields that is filled in.
    func first(of names: String...) throws(Failure) -> String {
        for name in names.dropLast() { if let text = self[name] { return text } }
        return try required(names[names.count - 1])
    }
}
