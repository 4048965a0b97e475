// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import ArgumentParser
package import Building
package import Codec
package import Handoff
package import Journal
import SafeFiles
import Stellar
import Submitting
import Terminal
package import Workspace

extension KnownTransaction {
    /// The transaction of an argument: its hash, the hash's first digits, or TX.
    package init(_ text: String?, journal: any OnlineJournal) throws(Failure) {
        let named = try text.flatMap { text throws(Failure) in try Self.hash(text, journal) }
        if let named {
            try self.init(named, in: journal)
            return
        }
        let input = try SignedInput(text, request: nil, journal: journal)
        self.init(input.envelope, on: input.network, origin: input.origin)
    }

    /// The hash that the text names in full or by its first digits; nil for a transaction itself, or a file.
    private static func hash(_ text: String, _ journal: any OnlineJournal) throws(Failure) -> TransactionHash? {
        if let hash = TransactionHash(hex: text) { return hash }
        guard HashPrefix.isMeant(by: text), !SafeFiles.exists(text) else { return nil }
        return try HashPrefix(text).hash(in: journal)
    }
}

extension InputDocument {
    /// A value on the command line, or a file with it.
    package init(argument: String) throws(Failure) {
        let content = try TransactionInput.content(argument)
        self.init(content.bytes, origin: content.origin, isText: content.isText)
    }
}

extension TransferProtocol: ExpressibleByArgument {}

extension TransferKind: ExpressibleByArgument {
    /// Parses the kind on the command line: the protocols use both `withdraw` and `withdrawal`.
    package init?(argument: String) {
        switch argument {
        case "deposit": self = .deposit
        case "withdraw", "withdrawal": self = .withdrawal
        default: return nil
        }
    }
}

extension TransactionToSubmit {
    /// The request in the file that `--request` names; nil without the option.
    package static func read(
        _ path: String?, takesChallenges: Bool = false
    ) throws(Failure) -> TransactionToSubmit? {
        try path.map { path throws(Failure) in
            try TransactionToSubmit(try TransactionInput(path), takesChallenges: takesChallenges)
        }
    }
}

extension SignedInput {
    /// Reads a signed transaction from an argument, as `TransactionInput` does.
    package init(
        _ argument: String?, request: TransactionToSubmit?, journal: any OnlineJournal, takesChallenges: Bool = false
    ) throws(Failure) {
        let source = try TransactionInput(argument)
        try self.init(source, request: request, journal: journal, takesChallenges: takesChallenges)
    }
}

extension TransactionLines {
    /// The files that the arguments name, which may be folders; standard input if there is none.
    package static func files(_ arguments: [String]) throws(Failure) -> [TransactionLines] {
        guard !arguments.isEmpty else { return [try TransactionLines(nil)] }
        var files: [TransactionLines] = []
        for (index, argument) in arguments.enumerated() {
            for name in try HandoffFolder.files(argument, .signed) {
                files.append(try TransactionLines(name, number: arguments.count > 1 ? index + 1 : nil))
            }
        }
        return files
    }
}
