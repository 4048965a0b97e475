// SPDX-License-Identifier: Apache-2.0

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
