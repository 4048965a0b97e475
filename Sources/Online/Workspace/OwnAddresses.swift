// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles
package import Stellar

/// The addresses of the user's own keys on other chains, as the signer has shown them (`coldstar-sign key show NAME
/// --format coldstar`).
///
/// A file in the online side's folder. It is not authenticated: it tells whether a key of the vault can sign for an
/// address, and protects no money.
package struct OwnAddresses: Sendable {
    private let path: String
    private let folder: String

    /// - Parameter folder: the online side's folder.
    package init(folder: String) {
        self.folder = folder
        path = folder + "/addresses.json"
    }

    /// All of them, in the order in which they came; empty if none was ever taken.
    ///
    /// - Throws: `.badInput` for a damaged file.
    package func all() throws(Failure) -> ChainAccounts {
        let bytes: [UInt8]
        do { bytes = try SafeFiles.read(path, limit: ChainAccounts.limit) } catch .notFound {
            return ChainAccounts([])
        } catch {
            throw Failure(error)
        }
        do { return try ChainAccounts(parsing: bytes) } catch {
            throw Failure(.badInput, "\(TerminalText.escape(path)): \(error.message)")
        }
    }

    /// The addresses themselves; nil if none was ever taken, so that nobody can tell which are the user's own.
    package func known() throws(Failure) -> Set<ChainAddress>? {
        let addresses = try all().addresses
        return addresses.isEmpty ? nil : Set(addresses)
    }

    /// Adds addresses; one that is there gets its new name and path. The file is replaced as a whole.
    package func keep(_ new: [ChainAccounts.Account]) throws(Failure) {
        let given = Set(new.map(\.identity))
        let all = try all().accounts.filter { !given.contains($0.identity) } + new
        let bytes = Array((ChainAccounts(all).json.text() + "\n").utf8)
        guard bytes.count <= ChainAccounts.limit else {
            throw Failure(
                .cannotCreate, "\(TerminalText.escape(path)) would be larger than \(ChainAccounts.limit) bytes")
        }
        do throws(FileError) {
            try SafeFiles.createFolder(folder)
            try SafeFiles.write(bytes, to: path, replacing: true)
        } catch {
            throw Failure(error)
        }
    }
}
