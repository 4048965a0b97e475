// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing
import Workspace

/// Contacts that the builder exports.
struct ContactsSpecTests {
    @Test(arguments: try SpecVectors("contacts").accepted)
    func `reads exported contacts`(vector: SpecVector) throws {
        let contacts = try ContactList.read(vector.input, origin: "contacts")
        #expect(try ContactList.json(contacts).text() == vector.accepted.string("document"))
    }

    @Test(arguments: try SpecVectors("contacts").rejected)
    func `rejects invalid exported contacts`(vector: SpecVector) {
        #expect(throws: Failure.self) { try ContactList.read(vector.input, origin: "contacts") }
    }
}
