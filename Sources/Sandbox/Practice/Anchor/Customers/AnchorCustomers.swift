// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR

/// SEP-12: customer data.
extension PracticeAnchor {
    func customerAnswer(_ request: AnchorRequest) throws(AnchorProblem) -> AnchorReply {
        let session = try session(request) { AnchorProblem(401, $0) }
        let path = Array(request.path.dropFirst())
        guard path.first == "customer" else { throw .notFound }
        switch (request.method, path.count, path.dropFirst().first) {
        case ("GET", 1, _): return AnchorReply(try customer(try request.query(), session))
        case ("PUT", 1, _): return AnchorReply(try putCustomer(try request.fields(), session), status: 202)
        case ("PUT", 2, "verification"?): return AnchorReply(try verify(try request.fields(), session))
        case ("POST", 2, "files"?): return AnchorReply(try upload(try request.fields(), session), status: 202)
        case ("GET", 2, "files"?): return AnchorReply(try files(try request.query(), session))
        case ("DELETE", 2, let account?): return try delete(account, try request.fields(), session)
        case (_, 1...2, _): throw .methodNotAllowed
        default: throw .notFound
        }
    }

    // MARK: Who

    /// The key of the customer that the request refers to: by ID, or by the token's subject and a memo.
    private func key(_ fields: Fields, _ session: Session) throws(AnchorProblem) -> String {
        let own = try Self.key(account: fields["account"], fields, session)
        guard let id = fields["id"] else { return own }
        return try customerKey(ofID: id, session)
    }

    func customerKey(ofID id: String, _ session: Session) throws(AnchorProblem) -> String {
        let found = customers.key(ofID: id)
        // The holder of an account acts for all its memo users.
        guard let found, found == session.subject || (session.number == nil && found.hasPrefix("\(session.subject):"))
        else { throw AnchorProblem(404, "There is no customer of this id.") }
        return found
    }

    private static func key(account: String?, _ fields: Fields, _ session: Session) throws(AnchorProblem) -> String {
        guard account == nil || account == session.address else {
            throw AnchorProblem("'account' is not that of the token.")
        }
        guard let text = fields["memo"] else { return session.subject }
        guard fields["memo_type"] ?? "id" == "id", case .id(let memo)? = try? Memo(argument: "id:\(text)") else {
            throw AnchorProblem("'memo' must be of the type id, a number of 64 bits.")
        }
        guard let number = session.number else { return "\(session.subject):\(memo)" }
        guard number == memo else { throw AnchorProblem("'memo' is not that of the token.") }
        return session.subject
    }

    private func type(_ fields: Fields, _ session: Session) throws(AnchorProblem) -> CustomerType {
        if let id = fields["transaction_id"] {
            guard let transfer = transfers[id], transfer.owner == session.subject else {
                throw AnchorProblem(404, "There is no transaction of this id.")
            }
            return transfer.isDeposit ? .deposit : .withdrawal
        }
        guard let name = fields["type"] else { return .deposit }
        guard let type = CustomerType(name: name) else {
            throw AnchorProblem("'type' must be \(CustomerType.names).")
        }
        return type
    }

    // MARK: What

    private func customer(_ query: Fields, _ session: Session) throws(AnchorProblem) -> JSON {
        let type = try type(query, session)
        guard let customer = customers[try key(query, session)] else { return Customer.unknown(type) }
        return customer.json(type, at: now)
    }

    private func putCustomer(_ fields: Fields, _ session: Session) throws(AnchorProblem) -> JSON {
        _ = try type(fields, session)
        let key = try key(fields, session)
        guard customers[key] != nil || customers.count < Self.most else { throw .full }
        var customer = customers[key] ?? Customer(id: randomness.identifier())
        try take(fields, session, &customer)
        customers.put(customer, as: key)
        for id in fields.entries.map(\.name).filter({ $0.hasSuffix("_file_id") }).compactMap({ fields[$0] }) {
            customers.assign(file: id, to: customer.id)
        }
        return ["id": .string(customer.id)]
    }

    /// Checks all fields before it stores the first. Fields that the anchor never asks for are ignored.
    private func take(_ fields: Fields, _ session: Session, _ customer: inout Customer) throws(AnchorProblem) {
        let now = now
        for field in CustomerField.all {
            if let value = fields.value(field.name), value != .text("") {
                try field.check(value, at: now)
                customer.set(field.name, value, at: now)
            }
            guard let id = fields[field.name + "_file_id"] else { continue }
            guard let file = customers.files.first(where: { $0.id == id && $0.owner == session.subject }) else {
                throw AnchorProblem("'\(field.name)_file_id' is of no file of yours.")
            }
            try field.check(.file(file.file), at: now)
            customer.set(field.name, .file(file.file), at: now)
        }
        try verify(fields, &customer)
    }

    private func verify(_ fields: Fields, _ customer: inout Customer) throws(AnchorProblem) {
        for (name, value) in fields.entries where name.hasSuffix("_verification") {
            let field = String(name.dropLast("_verification".count))
            guard field == CustomerField.email, customer.has(field) else {
                throw AnchorProblem("'\(TerminalText.escape(field))' is not to be verified.")
            }
            guard value == .text(CustomerField.code) else {
                throw AnchorProblem("The provided confirmation code was invalid.")
            }
            customer.verify(field, at: now)
        }
    }

    /// Verifies a field the old way, from before `PUT /customer` accepted codes.
    private func verify(_ fields: Fields, _ session: Session) throws(AnchorProblem) -> JSON {
        _ = try fields.required("id")
        let key = try key(fields, session)
        guard var customer = customers[key] else { throw AnchorProblem(404, "There is no customer of this id.") }
        guard fields.entries.contains(where: { $0.name.hasSuffix("_verification") }) else {
            throw AnchorProblem("There is no code: give 'email_address_verification'.")
        }
        try verify(fields, &customer)
        customers.put(customer, as: key)
        return customer.json(try type(fields, session), at: now)
    }

    private func delete(_ account: String, _ fields: Fields, _ session: Session) throws(AnchorProblem) -> AnchorReply {
        guard account == session.address else {
            throw AnchorProblem(401, "The token is not of this account.")
        }
        guard customers.remove(try Self.key(account: nil, fields, session)) else {
            throw AnchorProblem(404, "The anchor knows nothing of this customer.")
        }
        return AnchorReply(200, .nothing)
    }

    // MARK: Files

    private func upload(_ fields: Fields, _ session: Session) throws(AnchorProblem) -> JSON {
        guard case .file(let file)? = fields.value("file") else {
            throw AnchorProblem("'file' must be a file, in multipart/form-data.")
        }
        let kept = CustomerBook.File(id: "file_" + randomness.identifier(), owner: session.subject, file: file)
        customers.add(kept, most: Self.most)
        return kept.json
    }

    private func files(_ query: Fields, _ session: Session) throws(AnchorProblem) -> JSON {
        let own = customers.files.filter { $0.owner == session.subject }
        switch (query["file_id"], query["customer_id"]) {
        case (let id?, nil):
            guard let file = own.first(where: { $0.id == id }) else {
                throw AnchorProblem(404, "There is no file of this id.")
            }
            return ["files": [file.json]]
        case (nil, let id?): return ["files": .array(own.filter { $0.customer == id }.map(\.json))]
        default: throw AnchorProblem("Give one of 'file_id' and 'customer_id'.")
        }
    }
}

extension CustomerBook.File {
    fileprivate var json: JSON {
        [
            "file_id": .string(id), "content_type": .string(file.contentType), "size": .integer(file.size),
            "customer_id": customer.map { .string($0) } ?? .null,
        ]
    }
}
