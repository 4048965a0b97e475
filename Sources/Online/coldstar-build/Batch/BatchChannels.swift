// SPDX-License-Identifier: Apache-2.0

import Faults
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec

/// Accounts that lend their sequence numbers to a batch, so that its transactions need not wait for each other.
struct BatchChannels {
    /// The maximum number of channel accounts.
    static let limit = 1000

    private let origin: String
    /// Each channel with its line in the file.
    private let found: [(line: Int, account: AccountID)]

    /// Reads one `G…` address per line; empty lines and lines that begin with `#` are ignored.
    init(file: String) throws(Failure) {
        let (bytes, origin) = try InputFile.read(file, limit: 1 << 20)
        self.origin = origin
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badInput, "\(origin): this is not UTF-8 text")
        }
        var problems = Problems(origin)
        var found: [(line: Int, account: AccountID)] = []
        var lines: [AccountID: Int] = [:]
        var count = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let word = line.trimmingBlanks
            guard !word.isEmpty, !word.hasPrefix("#") else { continue }
            count += 1
            guard count <= Self.limit else {
                throw Failure(.badInput, "\(origin): there are more than \(Self.limit) channels")
            }
            let account = try problems.collect(line: index + 1) { () throws(Failure) in
                try Arguments.accountID(word, "channel")
            }
            guard let account else { continue }
            if let first = lines[account] {
                problems.add(line: index + 1, "\(account.address) is already in line \(first)")
                continue
            }
            lines[account] = index + 1
            found.append((index + 1, account))
        }
        guard count > 0 else {
            throw Failure(
                .badInput, "\(origin): no channel account found", hint: "write one account per line, G...")
        }
        try problems.raise(of: count, "channels")
        self.found = found
    }

    var accounts: [AccountID] { found.map(\.account) }

    /// Rejects a channel that is also a payer: it would have to wait for its own payments.
    func checkApart(from rows: [BatchRow]) throws(Failure) {
        let payers = Set(rows.map(\.source.account))
        var problems = Problems(origin)
        for (line, account) in found where payers.contains(account) {
            problems.add(line: line, "\(account.address) is the payer and cannot also be a channel")
        }
        try problems.raise(of: found.count, "channels")
    }

    /// Checks that every channel account exists.
    func check(in view: inout LedgerView) throws(Failure) {
        var problems = Problems(origin)
        for (line, account) in found where try view.account(account) == nil {
            problems.add(
                line: line, "the account \(account.address) does not exist on \(view.network.label)")
        }
        try problems.raise(
            of: found.count, "channels",
            hint: "use coldstar-build create-account; the account needs its reserve and the fees")
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
