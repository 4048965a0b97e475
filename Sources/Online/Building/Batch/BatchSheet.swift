// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Reads the file of a batch; checks every line and reports all errors at once.
package struct BatchSheet {
    /// The columns that a payment is made of, and those that only inform people.
    package static let columns = ["destination", "amount", "asset", "memo", "source", "name", "note"]
    /// The maximum number of payments in a file.
    package static let limit = 100_000
    /// The maximum size of a file, in bytes.
    package static let fileLimit = 64 << 20

    package private(set) var names = AccountNames()
    private var finder: AccountFinder
    /// The payer of lines that do not name a source.
    private let source: MuxedAccount?
    // Caches: a file repeats a few assets, sources and memos many times.
    private var assets: [AssetCell: Asset] = [:]
    private var assetFinder: AssetFinder
    /// Called for payers, only for asset codes without an issuer; nil where no server lists what an account holds: such
    /// a code then means a known asset.
    private let holder: Holder?
    /// Fetches the ledger record of an account.
    package typealias Holder = (AccountID) throws(Failure) -> AccountRecord?
    private var sources: [String: MuxedAccount] = [:]
    private var memos: [String: Memo] = [:]

    /// A cell's text with the payer, because a code alone stands for the asset that the payer holds.
    private struct AssetCell: Hashable {
        let text: String
        let payer: AccountID?
    }

    /// The position of each column, looked up once for all lines.
    private struct Cells {
        let destination, amount, asset, memo, source, name, note: Int?

        init(_ table: CSVTable) {
            destination = table.place(of: "destination")
            amount = table.place(of: "amount")
            asset = table.place(of: "asset")
            memo = table.place(of: "memo")
            source = table.place(of: "source")
            name = table.place(of: "name")
            note = table.place(of: "note")
        }

        /// The cell; empty when the table has no such column.
        func text(_ place: Int?, _ record: CSV.Record) -> String { place.map { record.fields[$0] } ?? "" }

        /// A cell that only informs people; nil if it is empty. A longer one is cut at 200 characters.
        func information(_ place: Int?, _ record: CSV.Record) -> String? {
            let text = text(place, record).filter { $0 != "\0" }
            return text.isEmpty ? nil : String(text.prefix(200))
        }
    }

    package init(
        finder: AccountFinder, assets: AssetFinder, source: MuxedAccount?, holder: Holder?
    ) {
        self.finder = finder
        assetFinder = assets
        self.source = source
        self.holder = holder
    }

    /// What the asset codes of the file mean, since the last call; also after an error.
    package mutating func takeNotices() -> [Notice] { assetFinder.takeNotices() }

    /// Reads the lines.
    ///
    /// - Parameter progress: told how many lines have been read, and how many there are: a federation name takes a
    ///   request.
    /// - Returns: the lines that can be used, what is wrong with the others, and how many there are in all.
    package mutating func rows(
        of bytes: [UInt8], origin: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) -> (usable: [BatchRow], faults: InputDiagnostics, count: Int) {
        let table = try CSVTable(
            bytes, origin: origin, columns: Self.columns, required: ["destination", "amount", "asset"],
            limit: Self.limit)
        guard table.count > 0 else { throw Failure(.badInput, "\(origin): there is no payment in it") }
        let cells = Cells(table)
        var diagnostics = table.faults
        var rows: [BatchRow] = []
        rows.reserveCapacity(table.rows.count)
        for (index, record) in table.rows.enumerated() {
            progress(index, table.rows.count)
            if let row = try row(record, cells, &diagnostics) { rows.append(row) }
        }
        return (rows, diagnostics, table.count)
    }

    /// Parses one line, with all its cells; nil if any of them is invalid.
    private mutating func row(
        _ record: CSV.Record, _ cells: Cells, _ diagnostics: inout InputDiagnostics
    ) throws(Failure) -> BatchRow? {
        let line = record.line
        for (column, place) in [("name", cells.name), ("note", cells.note)]
        where SecretText.has(.written, in: Array(cells.text(place, record).utf8)) {
            // These cells are kept in the journal as they are.
            diagnostics.add(
                line: line, column: column,
                "\(column): contains a secret key or its words; remove it, and move the funds"
            )
            return nil
        }
        let person = cells.information(cells.name, record)
        func cell(_ column: String, _ place: Int?) -> InputDiagnostics.Cell {
            let text = cells.text(place, record)
            // A blank after a code or an amount is no part of it; in a memo it may be.
            return InputDiagnostics.Cell(
                .words(column), column == "memo" ? text : text.trimmingBlanks, person: person)
        }
        let given = try diagnostics.collect(line: line, cell("memo", cells.memo)) { _, text throws(Failure) in
            try self.memo(of: text)
        }
        let found = try diagnostics.collect(
            line: line, cell("destination", cells.destination)
        ) { field, text throws(Failure) in try finder.find(try field.value(of: text), field) }
        let amount = try diagnostics.collect(line: line, cell("amount", cells.amount)) { field, text throws(Failure) in
            try field.value(of: text, as: Amount.self).positive(field)
        }
        let source = try diagnostics.collect(line: line, cell("source", cells.source)) { _, text throws(Failure) in
            try self.source(of: text)
        }
        let asset = try diagnostics.collect(line: line, cell("asset", cells.asset)) { _, text throws(Failure) in
            try self.asset(of: text, paidBy: source?.account)
        }
        guard let given, let found, let amount, let asset, let source else { return nil }
        let memo = try diagnostics.collect(
            line: line, cell("destination", cells.destination)
        ) { field, _ throws(Failure) in try found.memo(beside: given, field) }
        guard let memo else { return nil }
        names.add(found)
        var row = BatchRow(
            line: line, source: source, destination: found.account, asset: asset, amount: amount, memo: memo)
        row.name = person
        row.note = cells.information(cells.note, record)
        return row
    }

    private mutating func asset(of text: String, paidBy payer: AccountID?) throws(Failure) -> Asset {
        let field = FieldID.words("asset")
        if let known = assets[AssetCell(text: text, payer: nil)] { return known }
        if let known = assets[AssetCell(text: text, payer: payer)] { return known }
        let reference: AssetReference = try field.value(of: text)
        let cell = AssetCell(text: text, payer: reference.needsHolder ? payer : nil)
        let asset =
            if reference.needsHolder, holder == nil { try assetFinder.findKnown(reference, field) } else {
                try assetFinder.find(reference, field, holder: try reference.needsHolder ? holder(of: payer) : nil)
            }
        assets[cell] = asset
        return asset
    }

    private func holder(of payer: AccountID?) throws(Failure) -> AccountRecord? {
        guard let payer else { return nil }
        return try holder?(payer)
    }

    private mutating func memo(of text: String) throws(Failure) -> Memo {
        guard !text.isEmpty else { return .none }
        if let known = memos[text] { return known }
        let memo: Memo = try FieldID.words("memo").value(of: text)
        memos[text] = memo
        return memo
    }

    private mutating func source(of text: String) throws(Failure) -> MuxedAccount {
        guard !text.isEmpty else {
            guard let source else {
                throw Failure(
                    .badInput, .words("source"), "nothing says who pays; fill it in, or give \(field: .source)")
            }
            return source
        }
        if let known = sources[text] { return known }
        let field = FieldID.words("source")
        let found = try finder.find(try field.value(of: text), field)
        names.add(found)
        sources[text] = found.account
        return found.account
    }
}

/// One payment of a batch.
package struct BatchRow: Hashable, Sendable {
    /// The line on which the payment begins, counted from 1.
    package let line: Int
    /// The account that pays.
    package let source: MuxedAccount
    package let destination: MuxedAccount
    package let asset: Asset
    package let amount: Amount
    package let memo: Memo
    /// What the table says of the payee and of the payment, for people only.
    package var name: String?
    package var note: String?

    package init(
        line: Int, source: MuxedAccount, destination: MuxedAccount, asset: Asset, amount: Amount, memo: Memo = .none
    ) {
        self.line = line
        self.source = source
        self.destination = destination
        self.asset = asset
        self.amount = amount
        self.memo = memo
    }

    /// What makes another payment the same as this one.
    func digest(on network: Network) -> PaymentDigest {
        PaymentDigest(from: source.account, to: destination, asset, amount.stroops, memo: memo, on: network)
    }

    package var operation: Operation {
        Operation(
            sourceAccount: nil,
            body: .payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops)))
    }
}

extension BatchRow {
    /// What the payments name of the accounts that receive and pay.
    static func entries(of rows: [BatchRow]) -> NamedEntries {
        guard let first = rows.first else { return NamedEntries([]) }
        let operations = Set(rows.map(\.asset)).map { asset in
            Operation(
                sourceAccount: nil,
                body: .payment(PaymentOp(destination: first.destination, asset: asset, amount: 1)))
        }
        return NamedEntries(operations, by: first.source.account)
    }
}
