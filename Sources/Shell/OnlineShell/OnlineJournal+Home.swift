// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Journal
import SafeFiles
package import Shell
import Stellar
import TextCodec

extension OnlineJournal {
    /// Opens or creates the journal in the home's folder.
    package static func open(_ home: HomeOptions) throws(Failure) -> OnlineJournal {
        try OnlineJournal(folder: try home.online()) { Int64(clamping: NowOption.clock().seconds) }
    }

    /// The existing journal of the home, for reading; does not wait for writers.
    package static func reading(_ home: HomeOptions) throws(Failure) -> SQLiteJournal {
        try reading(folder: try home.online())
    }

    /// The existing journal of the home, for writing.
    ///
    /// - Throws: `.noInput` when there is none.
    package static func writing(_ home: HomeOptions) throws(Failure) -> SQLiteJournal {
        do {
            return try SQLiteJournal(existing: try home.online()) { Int64(clamping: NowOption.clock().seconds) }
        } catch { throw Failure(any: error) }
    }

    /// The existing journal of the home, for writing; nil when there is none.
    package static func opening(_ home: HomeOptions) throws(Failure) -> SQLiteJournal? {
        try opening(folder: try home.online()) { Int64(clamping: NowOption.clock().seconds) }
    }

    /// The existing journal of the home; nil when there is none.
    package static func existing(_ home: HomeOptions) throws(Failure) -> SQLiteJournal? {
        try existing(folder: try home.online())
    }

    /// The existing journal for a command that lists records; nil, with a note, when there is none.
    ///
    /// - Throws: `.noInput` if a home was given and does not exist: a mistyped home must not look like an empty one.
    package static func consulting(_ home: HomeOptions) throws(Failure) -> SQLiteJournal? {
        try known(home) { home throws(Failure) in try existing(home) }
    }

    /// The existing journal for a command that continues with its records; nil, with a note, when there is none.
    ///
    /// - Throws: `.noInput` as `consulting`.
    package static func continuing(_ home: HomeOptions) throws(Failure) -> SQLiteJournal? {
        try known(home) { home throws(Failure) in try opening(home) }
    }

    private static func known(
        _ home: HomeOptions, _ open: (HomeOptions) throws(Failure) -> SQLiteJournal?
    ) throws(Failure) -> SQLiteJournal? {
        let folder = try home.folder()
        let isNamed = home.home != nil || Environment["COLDSTAR_HOME"] != nil
        guard !isNamed || SafeFiles.isFolder(folder) else {
            throw Failure(
                .noInput, "there is no folder \(TerminalText.escape(folder))", hint: "check --home and COLDSTAR_HOME")
        }
        let journal = try open(home)
        if journal == nil {
            let place = TerminalText.escape(try home.online())
            Console.say("there is no journal in \(place): nothing was built or submitted with this home")
        }
        return journal
    }
}
