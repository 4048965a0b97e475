// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, in document order.
///
/// Names are compared byte for byte: Swift's string comparison would take U+212A (Kelvin sign) for "K".
package struct JSONObject: Sendable {
    private struct Member: Sendable {
        let key: ExactText
        var value: JSON
    }

    private var storage: [Member] = []
    /// Positions by name, kept only for objects in which a linear search would be slow.
    private var index: [ExactText: Int] = [:]

    private static let searchedOneByOne = 64

    /// - Precondition: no name occurs twice.
    package init(_ members: [(String, JSON)] = []) {
        for (key, value) in members {
            let isNew = append(key, value)
            precondition(isNew, "a member is named twice")
        }
    }

    /// An empty object with room for `count` members.
    init(roomFor count: Int) {
        storage.reserveCapacity(count)
    }

    package var count: Int { storage.count }

    package var keys: [String] { storage.map(\.key.text) }

    /// The members in order.
    package var members: [(key: String, value: JSON)] { storage.map { (key: $0.key.text, value: $0.value) } }

    /// The value of a member. Setting a value replaces it in place or appends it; setting nil removes the member.
    package subscript(_ key: String) -> JSON? {
        get { place(of: ExactText(key)).map { storage[$0].value } }
        set {
            switch (place(of: ExactText(key)), newValue) {
            case (let place?, let value?): storage[place].value = value
            case (let place?, nil): remove(at: place)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Appends a member; returns false if one of that name exists.
    @discardableResult
    mutating func append(_ key: consuming String, _ value: consuming JSON) -> Bool {
        let key = ExactText(key)
        guard place(of: key) == nil else { return false }
        storage.append(Member(key: key, value: value))
        if storage.count > Self.searchedOneByOne + 1 {
            index[key] = storage.count - 1
        } else if storage.count == Self.searchedOneByOne + 1 {
            rebuildIndex()
        }
        return true
    }

    private func place(of key: ExactText) -> Int? {
        guard storage.count <= Self.searchedOneByOne else { return index[key] }
        // Compares in place, and nearly always by the marks alone: this search runs for every name of most objects.
        for place in storage.indices where storage[place].key.mark == key.mark && storage[place].key == key {
            return place
        }
        return nil
    }

    private mutating func remove(at place: Int) {
        storage.remove(at: place)
        rebuildIndex()
    }

    private mutating func rebuildIndex() {
        index = [:]
        guard storage.count > Self.searchedOneByOne else { return }
        for (place, member) in storage.enumerated() { index[member.key] = place }
    }
}

extension JSONObject: Hashable {
    /// Equal if they have the same members, in any order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.storage.allSatisfy { right[$0.key.text] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Set(storage.map(\.key)))
    }
}
