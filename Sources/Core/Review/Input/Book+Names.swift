// SPDX-License-Identifier: Apache-2.0

import Stellar

/// Contacts by name. Upper and lower case do not tell two names apart; a book from before that rule may have such names all the same.
extension Book {
    /// The contact of a name: the one that is written so, or else the only one whose name differs in case alone.
    package func contact(named name: String) -> Contact? {
        if let exact = contacts.first(where: { $0.name == name }) { return exact }
        let same = contacts.filter { ContactName.areSame($0.name, name) }
        return same.count == 1 ? same.first : nil
    }

    /// Groups of contacts whose names differ in case alone.
    package var contactsOfOneName: [[Contact]] {
        var order: [String] = []
        var groups: [String: [Contact]] = [:]
        for contact in contacts {
            let key = contact.name.lowercased()
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(contact)
        }
        return order.compactMap { groups[$0] }.filter { $0.count > 1 }
    }

    /// A line for each such group, for the owner of the book.
    package var warningsOfNames: [String] {
        contactsOfOneName.map { group in
            let names = group.map { "\($0.name) (\($0.account.address))" }.joined(separator: " and ")
            return "the book has contacts whose names differ only in case: \(names); remove one of them with "
                + "'coldstar-sign book contacts remove \(group[group.count - 1].name)'"
        }
    }
}
