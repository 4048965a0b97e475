// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
import Stellar
package import StellarXDR
import Workspace

/// Accounts that lend their sequence numbers to a batch, so that its transactions need not wait for each other.
package struct BatchChannels: Sendable {
    /// The maximum number of channel accounts.
    package static let limit = 1000
    /// The maximum size of a file, in bytes.
    package static let fileLimit = 1 << 20

    private let origin: String
    /// Each channel with its line in the file.
    private let found: [(line: Int, account: AccountID)]

    /// Reads one `G…` address per line; empty lines and lines that begin with `#` are ignored.
    ///
    /// - Parameter origin: the file's name, escaped.
    package init(_ bytes: [UInt8], origin: String) throws(Failure) {
        self.origin = origin
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badInput, "\(origin): this is not UTF-8 text")
        }
        var diagnostics = InputDiagnostics(origin)
        var found: [(line: Int, account: AccountID)] = []
        var lines: [AccountID: Int] = [:]
        var count = 0
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let word = String(line).trimmingBlanks
            guard !word.isEmpty, !word.hasPrefix("#") else { continue }
            count += 1
            guard count <= Self.limit else {
                throw Failure(.badInput, "\(origin): there are more than \(Self.limit) channels")
            }
            let account = try diagnostics.collect(line: index + 1) { () throws(Failure) in
                try FieldID.words("channel").value(of: String(word), as: AccountID.self)
            }
            guard let account else { continue }
            if let first = lines[account] {
                diagnostics.add(line: index + 1, "\(account.address) is already in line \(first)")
                continue
            }
            lines[account] = index + 1
            found.append((index + 1, account))
        }
        guard count > 0 else {
            throw Failure(
                .badInput, "\(origin): no channel account found", hint: "write one account per line, G...")
        }
        try diagnostics.raise(of: count, "channels")
        self.found = found
    }

    package var accounts: [AccountID] { found.map(\.account) }

    /// Rejects a channel that is also a payer: it would have to wait for its own payments.
    package func checkApart(from rows: [BatchRow]) throws(Failure) {
        let payers = Set(rows.map(\.source.account))
        var diagnostics = InputDiagnostics(origin)
        for (line, account) in found where payers.contains(account) {
            diagnostics.add(line: line, "\(account.address) is the payer and cannot also be a channel")
        }
        try diagnostics.raise(of: found.count, "channels")
    }

    /// Checks that every channel account exists.
    package func check(in view: inout AnyLedger) throws(Failure) {
        var diagnostics = InputDiagnostics(origin)
        for (line, account) in found where try view.account(account) == nil {
            diagnostics.add(
                line: line, "the account \(account.address) does not exist on \(view.network.label)")
        }
        try diagnostics.raise(
            of: found.count, "channels",
            hint: "use \(step: .build(.createAccount)); the account needs its reserve and the fees")
    }
}
