// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
import HTTP
package import Journal
import LedgerAPI
import SafeFiles
package import Stellar
package import Terminal
package import Workspace

extension AccountFinder {
    /// - Parameter horizon: nil when no network may be used.
    package init(home: HomeOptions, horizon: HorizonOptions?) { self.init(OnlineContext(home: home, horizon: horizon)) }
}

extension AssetFinder {
    package init(home: HomeOptions, network: Network) {
        self.init(OnlineContext(home: home, horizon: nil), network: network)
    }
}

extension OwnAddresses {
    package init(_ home: HomeOptions) throws(Failure) { self.init(folder: try home.online()) }
}

extension Contacts {
    /// Takes a file's contacts, all or none, and then the addresses of other chains.
    package static func take(_ list: ImportedList, replacing: Bool, into home: HomeOptions) throws(Failure) {
        if list.addresses == nil || !list.contacts.isEmpty {
            try Contacts(home).keep(list.contacts, replacing: replacing)
        }
        if let addresses = list.addresses, !addresses.isEmpty { try OwnAddresses(home).keep(addresses) }
    }

    /// Opens or creates the journal of a home.
    package init(_ home: HomeOptions) throws(Failure) { self.init(try home.journals().open()) }

    /// All contacts of a home, by name; empty when there is no journal, which is not created.
    package static func all(_ home: HomeOptions) throws(Failure) -> [Contact] {
        try OnlineContext(home: home, horizon: nil).contacts()
    }
}

extension HomeOptions {
    package func journals() throws(Failure) -> JournalOpener {
        JournalOpener(folder: try online()) { Int64(clamping: NowOption.clock().seconds) }
    }

    /// The existing journal for a command that lists records; nil, with a note, when there is none.
    ///
    /// - Throws: `.noInput` if a home was given and does not exist: a mistyped home must not look like an empty one.
    package func consultJournal() throws(Failure) -> (any OnlineJournal)? {
        try known { opener throws(Failure) in try opener.read() }
    }

    /// The existing journal for a command that continues with its records; nil, with a note, when there is none.
    ///
    /// - Throws: `.noInput` as `consultJournal`.
    package func continueJournal() throws(Failure) -> (any OnlineJournal)? {
        try known { opener throws(Failure) in try opener.openExisting() }
    }

    private func known(
        _ open: (JournalOpener) throws(Failure) -> (any OnlineJournal)?
    ) throws(Failure) -> (any OnlineJournal)? {
        let folder = try folder()
        let isNamed = home != nil || Environment["COLDSTAR_HOME"] != nil
        guard !isNamed || SafeFiles.isFolder(folder) else {
            throw Failure(
                .noInput, "there is no folder \(TerminalText.escape(folder))", hint: "check --home and COLDSTAR_HOME")
        }
        let opener = try journals()
        let journal = try open(opener)
        if journal == nil {
            let place = TerminalText.escape(opener.folder)
            Console.message("there is no journal in \(place): nothing was built or submitted with this home")
        }
        return journal
    }
}

extension NowOption {
    /// A clock for the run of the program: a time given by option advances with the time elapsed since.
    package func running() throws(Failure) -> @Sendable () -> Timestamp {
        guard now != nil else { return { Self.clock() } }
        let (told, begun) = (try time(), ContinuousClock.now)
        return {
            let gone = UInt64(max(0, (ContinuousClock.now - begun).components.seconds))
            let (later, isTooLate) = told.seconds.addingReportingOverflow(gone)
            return Timestamp(isTooLate ? .max : later)
        }
    }
}

extension LinkedLibrary {
    /// The libraries of the online programs, in addition to those of all programs.
    package static var online: [LinkedLibrary] {
        [
            LinkedLibrary("libcurl", version: CurlLibrary.version),
            LinkedLibrary("SQLite", version: SQLiteLibrary.version),
            LinkedLibrary(package: "GRDB"),
        ] + curves
    }
}
