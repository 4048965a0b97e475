// SPDX-License-Identifier: Apache-2.0

import Foundation
import Journal
import TestSupport

@testable import Workspace

/// A temporary folder for one test, removed with this object.
final class OnlineHome {
    static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"
    static let issuer = "GC457CLNAUSJLWOHGRUD3VLBXKGOM3JJKKGMXPRJNR6BAJB5K3PXYX3Z"

    private let temporary = TemporaryFolder()
    var folder: String { temporary.path("online") }

    /// The state in the folder, without a network.
    var context: OnlineContext { OnlineContext(folder: folder, servers: nil) { 1_000 } }

    var hasJournal: Bool { FileManager.default.fileExists(atPath: folder) }

    func keep(_ contacts: Contact...) throws { try Contacts(context.journal()).keep(contacts, replacing: false) }
}
