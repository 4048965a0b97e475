// SPDX-License-Identifier: Apache-2.0

package import Faults
import Stellar

/// Contacts by name, ignoring case. A book that predates this rule may contain names that differ only in case.
extension Book {
    /// The contact with exactly this name, or else the only one whose name differs only in case.
    package func contact(named name: String) -> Contact? {
        if let exact = contacts.first(where: { $0.name == name }) { return exact }
        let same = contacts.filter { ContactName.areSame($0.name, name) }
        return same.count == 1 ? same.first : nil
    }

    /// Groups of contacts whose names differ only in case.
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

    /// A warning for each such group, for the owner of the book.
    package var warningsOfNames: [Wording] {
        contactsOfOneName.map { group in
            let names = group.map { "\($0.name) (\($0.account.address))" }.joined(separator: " and ")
            return "the book has contacts whose names differ only in case: \(names); remove one of them with "
                + "\(step: .sign(.removeContact(name: group[group.count - 1].name)))"
        }
    }
}
