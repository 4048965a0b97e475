// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import SafeFiles
package import Stellar

/// The one file that an argument stands for: the argument itself, or the only match in a folder.
package struct HandoffFile {
    private let argument: String?
    private let path: String?

    /// - Throws: if the folder has no file in this state, or several.
    package init(_ argument: String?, _ state: HandoffName.State) throws(Failure) {
        self.argument = argument
        guard let argument, HandoffFolder.isFolder(argument) else {
            path = argument
            return
        }
        let found = try HandoffFolder.files(argument, state)
        guard found.count == 1 else {
            let names = found.map { SafeFiles.lastName($0) }.joined(separator: ", ")
            throw Failure(
                .usage,
                "\(TerminalText.escape(argument)): this folder contains \(found.count) \(state.rawValue) handoffs: \(names)",
                hint: "give one of the files")
        }
        path = found[0]
    }

    /// Reads one transaction.
    package func input() throws(Failure) -> TransactionInput { try TransactionInput(path) }

    /// Reads one transaction, or the lines of a batch.
    package func source() throws(Failure) -> TransactionSource { try TransactionSource(path) }

    /// Checks that a file chosen from a folder matches the hash in its name.
    ///
    /// - Parameter hash: the hash of the file's content.
    package func check(holds hash: TransactionHash?) throws(Failure) {
        guard let path, path != argument, let name = HandoffName(SafeFiles.lastName(path)) else { return }
        guard hash?.hex.hasPrefix(name.hash) ?? false else {
            throw Failure(
                .badInput,
                "\(TerminalText.escape(path)): its name does not match its hash, \(hash?.hex ?? "none")",
                hint: "copy it again, or give the file itself")
        }
    }
}
