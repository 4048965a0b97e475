// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, in the order in which they were written.
///
/// Names are compared byte for byte: Swift's own comparison of strings would take U+212A (Kelvin sign) for "K".
package struct JSONObject: Sendable {
    package private(set) var keys: [String] = []
    private var values: [JSON] = []
    /// Places by name, kept only where a search through all names would be slow.
    private var index: [ExactText: Int] = [:]

    private static let searchedOneByOne = 8

    /// - Precondition: no name is there twice.
    package init(_ members: [(String, JSON)] = []) {
        for (key, value) in members {
            let isNew = append(key, value)
            precondition(isNew, "a member is named twice")
        }
    }

    package var count: Int { keys.count }

    /// The members in their order.
    package var members: [(key: String, value: JSON)] { Array(zip(keys, values)).map { (key: $0, value: $1) } }

    /// The value of a member. Setting replaces it in its place, adds it at the end, or (nil) removes it.
    package subscript(_ key: String) -> JSON? {
        get { place(of: key).map { values[$0] } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): values[place] = value
            case (let place?, nil): remove(at: place)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Adds a member at the end, or returns false when one of that name is there already.
    @discardableResult
    mutating func append(_ key: String, _ value: JSON) -> Bool {
        guard place(of: key) == nil else { return false }
        keys.append(key)
        values.append(value)
        if keys.count > Self.searchedOneByOne + 1 {
            index[ExactText(key)] = keys.count - 1
        } else if keys.count == Self.searchedOneByOne + 1 {
            rebuildIndex()
        }
        return true
    }

    private func place(of key: String) -> Int? {
        guard keys.count <= Self.searchedOneByOne else { return index[ExactText(key)] }
        let key = ExactText(key)
        return keys.firstIndex { ExactText($0) == key }
    }

    private mutating func remove(at place: Int) {
        keys.remove(at: place)
        values.remove(at: place)
        rebuildIndex()
    }

    private mutating func rebuildIndex() {
        index = [:]
        guard keys.count > Self.searchedOneByOne else { return }
        for (place, key) in keys.enumerated() { index[ExactText(key)] = place }
    }
}

extension JSONObject: Hashable {
    /// Equal when they have the same members, in whatever order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Set(keys.map(ExactText.init)))
    }
}
