// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Stellar
package import StellarXDR

/// What an operation, or one use of it, is for people: its fields, its help and an example. The command with its
/// options and the form of a page come from it, and texts become the operation here.
package struct OperationSpec: Sendable {
    /// The words of the command, such as `path-payment strict-send`.
    package let command: [String]
    /// The name of the page.
    package let page: String
    /// A few words that name it on a page.
    package let title: String
    /// One sentence.
    package let summary: Wording
    /// What else a user of the command needs to know; nil for nothing.
    package let notes: Wording?
    package let fields: [InputField]
    /// The inputs of an example, in order.
    package let example: [(field: FieldID, text: String)]
    /// The operation that filled-in fields describe.
    package let operation: @Sendable (FieldTexts) throws(Failure) -> any OperationInput

    /// - Parameters:
    ///   - page: nil for the name of the command.
    ///   - example: after the network and the source account.
    init(
        _ command: String, page: String? = nil, title: String, _ summary: Wording, notes: Wording? = nil,
        _ fields: [InputField] = [], example: [(field: FieldID, text: String)],
        _ operation: @escaping @Sendable (FieldTexts) throws(Failure) -> any OperationInput
    ) {
        self.init(
            command, page: page, title: title, summary, notes: notes, fields,
            wholeExample: [(.network, "testnet"), (.source, "G...")] + example, operation)
    }

    init(
        _ command: String, page: String? = nil, title: String, _ summary: Wording, notes: Wording? = nil,
        _ fields: [InputField] = [], wholeExample: [(field: FieldID, text: String)],
        _ operation: @escaping @Sendable (FieldTexts) throws(Failure) -> any OperationInput
    ) {
        self.command = command.split(separator: " ").map(String.init)
        self.page = page ?? command
        self.title = title
        self.summary = summary
        self.notes = notes
        self.fields = fields
        self.example = wholeExample
        self.operation = operation
    }
}

/// A field of an operation.
package struct InputField: Sendable {
    package enum Kind: Hashable, Sendable {
        case text
        /// An address, a contact or a federation name.
        case account
        /// An account, or a key of another kind.
        case signer
        case asset
        case amount
        case number
        /// One of these.
        case choice([String])
        /// Several texts.
        case list
        /// A transaction, or a value in XDR.
        case document
        case documents
        case flag
    }

    package let id: FieldID
    /// What a form calls it.
    package let label: String
    package let kind: Kind
    /// One sentence, without what an empty field means.
    package let help: Wording
    package let isRequired: Bool
    /// What an empty field means; nil if its help says so, or if it just stands for nothing.
    package let whenEmpty: Wording?
    /// The text that stands for an empty field; nil for none.
    package let usual: String?
    /// What a new form proposes.
    package let initial: String
    /// Another name of the option.
    package let alias: String?

    init(
        _ id: FieldID, _ label: String, _ kind: Kind, _ help: Wording, isRequired: Bool = true,
        whenEmpty: Wording? = nil, usual: String? = nil, initial: String = "", alias: String? = nil
    ) {
        self.id = id
        self.label = label
        self.kind = kind
        self.help = help
        self.isRequired = isRequired
        self.whenEmpty = whenEmpty
        self.usual = usual
        self.initial = initial
        self.alias = alias
    }

    static func optional(
        _ id: FieldID, _ label: String, _ kind: Kind, _ help: Wording, whenEmpty: Wording? = nil, usual: String? = nil
    ) -> InputField {
        InputField(id, label, kind, help, isRequired: false, whenEmpty: whenEmpty, usual: usual)
    }

    // Fields that several operations have.

    static let anyAsset: Wording = "XLM, CODE or CODE:ISSUER."
    static let asset = InputField(.asset, "Asset", .asset, anyAsset, initial: "XLM")
    static let amount = InputField(.amount, "Amount", .amount, "Units, exact to 7 decimals.")
    static let ownAsset = InputField(.asset, "Asset", .asset, "CODE:ISSUER; the issuer is the account that acts.")
    static let trustor = InputField(
        .trustor, "Account", .account, "The trustline's account: G..., a contact, or name*domain.")
    static let balanceID = InputField(
        .balanceID, "Claimable balance", .text, "B..., or its 72 or 64 hexadecimal digits as in Horizon or explorers.")

    static func destination(_ label: String, _ help: Wording) -> InputField {
        InputField(.destination, label, .account, help, alias: "to")
    }
}

extension OperationSpec {
    /// All of them, under the headings of a list.
    package static let groups: [(heading: String, specs: [OperationSpec])] = [
        ("Payments", [payment, strictSend, strictReceive, createClaimableBalance, claimClaimableBalance]),
        ("Accounts", [createAccount, setOptions, manageData, bumpSequence, mergeAccount]),
        ("Trustlines", [trustAdd, trustRemove, changeTrust]),
        (
            "Markets",
            [manageSellOffer, manageBuyOffer, createPassiveSellOffer, liquidityPoolDeposit, liquidityPoolWithdraw]
        ),
        ("Issuers", [setTrustLineFlags, allowTrust, clawback, clawbackClaimableBalance]),
        ("Sponsorship", [beginSponsoring, endSponsoring, revokeSponsorship]),
        ("Contracts", [invokeHostFunction, extendFootprintTTL, restoreFootprint]),
        ("Obsolete", [inflation]),
    ]
}

/// An operation as a user describes it: accounts and assets by name. Nil stands for what is left out.
package protocol OperationInput: Sendable {
    /// The operation; the builder finds accounts and gives access to the ledger.
    ///
    /// - Throws: `.usage` or `.badInput` for what cannot be used, with the input.
    func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody

    /// The network that the input names, for a user who names none; nil for an input that is for any network.
    /// `body(in:)` rejects another one.
    var documentedNetwork: Network? { get }

    /// The footprint and resources of a Soroban operation; nil for other operations.
    var resources: SorobanTransactionData? { get }
}

extension OperationInput {
    package var documentedNetwork: Network? { nil }
    package var resources: SorobanTransactionData? { nil }
}

/// What a person filled in: the texts of options or of a form, by field. A front end makes it, and each text becomes a
/// value here.
package struct FieldTexts: Sendable {
    private var texts: [FieldID: [String]] = [:]
    private var documents: [FieldID: [InputDocument]] = [:]
    /// Values that were read ahead.
    private var values: [FieldID: any TextValue] = [:]

    package init() {}

    /// The only text of a field; nil if it was left out.
    package subscript(field: FieldID) -> String? {
        get { texts[field]?.last }
        set {
            if newValue != self[field] { values[field] = nil }
            texts[field] = newValue.map { [$0] }
        }
    }

    /// All texts of a field that takes several.
    package func all(_ field: FieldID) -> [String] { texts[field] ?? [] }

    package mutating func set(_ field: FieldID, _ values: [String]) { texts[field] = values }

    /// Adds a document: a value that is longer than what people type, with where it came from.
    package mutating func add(_ field: FieldID, _ document: InputDocument) {
        documents[field, default: []].append(document)
    }

    /// Sets a switch.
    package mutating func set(_ field: FieldID, isOn: Bool) { texts[field] = isOn ? [""] : nil }

    package func isOn(_ field: FieldID) -> Bool { texts[field] != nil }

    // MARK: values

    /// The text of a field that has to be filled in.
    package func required(_ field: FieldID) throws(Failure) -> String {
        guard let text = self[field] else { throw Failure(.usage, field, "this field is required") }
        return text
    }

    /// Reads the value of a field ahead of those who need it, who get this one; nil if it was left out.
    package mutating func readAhead<Value: TextValue>(
        _ field: FieldID, as _: Value.Type = Value.self
    ) throws(Failure) -> Value? {
        let value: Value? = try optional(field)
        values[field] = value
        return value
    }

    /// The value of a field that has to be filled in.
    package func value<Value: TextValue>(_ field: FieldID, as _: Value.Type = Value.self) throws(Failure) -> Value {
        let text = try required(field)
        return if let known = values[field] as? Value { known } else { try field.value(of: text) }
    }

    /// The value of a field; nil if it was left out.
    package func optional<Value: TextValue>(
        _ field: FieldID, as _: Value.Type = Value.self
    ) throws(Failure) -> Value? { if self[field] == nil { nil } else { try value(field) } }

    /// The values of a field that takes several.
    package func values<Value: TextValue>(_ field: FieldID, as _: Value.Type = Value.self) throws(Failure) -> [Value] {
        try all(field).map { text throws(Failure) in try field.value(of: text) }
    }

    /// The document of a field that has to be filled in.
    package func document(_ field: FieldID) throws(Failure) -> InputDocument {
        guard let document = documents[field]?.last else { throw Failure(.usage, field, "this field is required") }
        return document
    }

    package func documents(_ field: FieldID) -> [InputDocument] { documents[field] ?? [] }
}

/// An input that is longer than what people type: an XDR value or a transaction, and where it came from.
package struct InputDocument: Hashable, Sendable {
    private let bytes: [UInt8]
    /// Where the bytes came from, for errors: a file's name, escaped, or words for the text itself.
    private let origin: String
    private let isText: Bool

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped.
    ///   - isText: whether they are the input itself, not the content of a file that it names.
    package init(_ bytes: [UInt8], origin: String, isText: Bool) {
        (self.bytes, self.origin, self.isText) = (bytes, origin, isText)
    }

    /// The input itself.
    ///
    /// - Parameter origin: words for it.
    package init(text: String, origin: String) { self.init(Array(text.utf8), origin: origin, isText: true) }

    /// The value in base64 XDR or SEP-51 JSON.
    ///
    /// - Parameter field: the input that gives the value, for errors.
    package func value<Value: XDRCodable>(_ field: FieldID, as _: Value.Type = Value.self) throws(Failure) -> Value {
        let place = isText ? "" : "\(origin): "
        let name = "\(Value.self)"
        guard let type = WireType(named: name) else { preconditionFailure("every wire type is listed") }
        let text: WireText
        do { text = try WireText(bytes, of: type) } catch {
            throw Failure(
                .badInput, field, "\(place)not a \(name): \(error.message)",
                hint: "give the \(name) as base64 XDR or SEP-51 JSON, or a file with it")
        }
        do { return try Value(xdr: text.bytes) } catch {
            throw Failure(.badInput, field, "\(place)not a \(name): \(error.message)")
        }
    }

    /// A transaction in any form.
    package func transaction() throws(Failure) -> TransactionInput {
        try TransactionInput(bytes, origin: origin, isText: isText)
    }
}
