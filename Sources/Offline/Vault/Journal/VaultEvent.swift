// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar

/// What was done with the whole vault: a line of the journal that is there to be read, as those about keys. It is
/// unproven, since no PIN is given.
package struct VaultEvent: Hashable, Sendable {
    /// What was done.
    package enum Kind: Hashable, Sendable {
        /// A backup was written. The line is in it.
        case backedUp
        /// This vault was restored from a backup of this time, as the backup says. The line is not in the backup.
        case restored(made: Timestamp)
    }

    package let time: Timestamp
    package let kind: Kind

    package init(_ kind: Kind, at time: Timestamp) {
        self.time = time
        self.kind = kind
    }
}

extension VaultEvent {
    private static let backedUpText = "backed-up"
    private static let restoredText = "restored"

    /// What was done, for programs.
    package var text: String {
        switch kind {
        case .backedUp: Self.backedUpText
        case .restored: Self.restoredText
        }
    }

    /// When the backup was made that was restored; nil for a backup.
    package var made: Timestamp? { if case .restored(let made) = kind { made } else { nil } }

    var members: [(String, JSON)] {
        [
            ("type", "vault"), ("time", .integer(time.seconds)), ("event", .string(text)),
            ("made", made.map { .integer($0.seconds) } ?? .null),
        ]
    }

    init(_ fields: JSON) throws(JSONError) {
        let time = Timestamp(try fields.integer("time"))
        switch try fields.string("event") {
        case Self.backedUpText:
            guard try fields.member("made") == .null else { throw .wrongType(field: "made", expected: "null") }
            self.init(.backedUp, at: time)
        case Self.restoredText: self.init(.restored(made: Timestamp(try fields.integer("made"))), at: time)
        default: throw .wrongType(field: "event", expected: "a known event")
        }
    }
}

extension Vault {
    /// Writes a line about the whole vault.
    ///
    /// - Throws: `.state`, `.file`.
    package func note(unproven event: VaultEvent) throws(VaultError) {
        try noting { _ throws in try SignerJournal(folder: folder).record(unsigned: [.vault(event)]) }
    }
}
