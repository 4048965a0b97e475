// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

/// All customers, by the subject of their token, or by `G…:memo` for those for whom another subject acts; and uploaded
/// files.
struct CustomerBook: Sendable {
    struct File: Sendable {
        let id: String
        /// The account that uploaded it.
        let owner: String
        let file: UploadedFile
        var customer: String?
    }

    private var customers: [String: Customer] = [:]
    private var keys: [String: String] = [:]
    private(set) var files: [File] = []

    var count: Int { customers.count }

    subscript(_ key: String) -> Customer? { customers[key] }

    /// The key of the customer with this ID.
    func key(ofID id: String) -> String? { keys[id] }

    mutating func put(_ customer: Customer, as key: String) {
        customers[key] = customer
        keys[customer.id] = key
    }

    mutating func demand(_ name: String, of key: String) { customers[key]?.demand(name) }

    /// - Returns: false if there is no customer with this key.
    mutating func remove(_ key: String) -> Bool {
        guard let customer = customers.removeValue(forKey: key) else { return false }
        keys[customer.id] = nil
        files.removeAll { $0.customer == customer.id }
        return true
    }

    /// Stores a file; if there are already `most`, the oldest is dropped.
    mutating func add(_ file: File, most: Int) {
        if files.count >= most { files.removeFirst() }
        files.append(file)
    }

    mutating func assign(file id: String, to customer: String) {
        guard let place = files.firstIndex(where: { $0.id == id }) else { return }
        files[place].customer = customer
    }
}

/// A field that the anchor may ask of a customer.
///
/// - Source: SEP-9.
struct CustomerField: Sendable {
    enum Kind: Sendable {
        case text, date, binary
        case choice([String])
    }

    let name: String
    let description: String
    let kind: Kind

    /// The code that verifies an e-mail address.
    static let code = "123456"
    static let email = "email_address"
    static let taxID = "tax_id"
    /// A customer with this family name is rejected.
    static let rejectedName = "Rejected"
    /// The maximum length of a text, in bytes.
    private static let longest = 200

    static let all = [
        CustomerField(name: "first_name", description: "The customer's first name", kind: .text),
        CustomerField(
            name: "last_name", description: "The customer's family name; \(rejectedName) is rejected", kind: .text),
        CustomerField(
            name: email, description: "An address, to be verified: the code is always \(code)", kind: .text),
        CustomerField(name: "birth_date", description: "The day of birth, as 2001-02-28", kind: .date),
        CustomerField(
            name: "id_type", description: "What the picture shows",
            kind: .choice(["passport", "drivers_license", "id_card"])),
        CustomerField(
            name: "photo_id_front", description: "A picture, JPEG or PNG; anything will do", kind: .binary),
        CustomerField(name: "bank_account_number", description: "An account at the practice bank", kind: .text),
        CustomerField(name: taxID, description: "A tax number; any text will do", kind: .text),
    ]

    static func named(_ name: String) -> CustomerField? { all.first { $0.name == name } }

    /// The field's description for clients.
    var json: JSONObject {
        var out = JSONObject([("type", .string(typeName)), ("description", .string(description))])
        if case .choice(let choices) = kind { out["choices"] = .array(choices.map { .string($0) }) }
        return out
    }

    private var typeName: String {
        switch kind {
        case .text, .choice: "string"
        case .date: "date"
        case .binary: "binary"
        }
    }

    /// Rejects a value that is invalid for this field; a valid value that the anchor does not accept is reported later.
    func check(_ value: Fields.Value, at now: UInt64) throws(AnchorProblem) {
        guard case .text(let text) = value else {
            if case .binary = kind { return }
            throw AnchorProblem("'\(name)' must not be a file.")
        }
        switch kind {
        case .binary: throw AnchorProblem("'\(name)' must be a file, in multipart/form-data.")
        case .choice(let choices):
            guard choices.contains(text) else {
                throw AnchorProblem("'\(name)' must be one of \(choices.joined(separator: ", ")).")
            }
        case .date:
            guard text.utf8.count == 10, let date = Timestamp(text + "T00:00:00Z"), date.seconds <= now else {
                throw AnchorProblem("'\(name)' must be a date such as 2001-02-28, and not in the future.")
            }
        case .text:
            guard text.utf8.count <= Self.longest else { throw AnchorProblem("'\(name)' is too long.") }
            if name == Self.email, text.split(separator: "@", omittingEmptySubsequences: false).count != 2 {
                throw AnchorProblem("'\(name)' is not an e-mail address.")
            }
        }
    }
}
