// SPDX-License-Identifier: Apache-2.0

/// Which part of a list is asked for: from a ledger on, or after the last element of another part.
struct RPCPage {
    /// The last element before the part; nil if it begins with a ledger.
    let cursor: UInt64?
    let startLedger: UInt32
    let limit: Int

    /// - Parameters:
    ///   - limit: the number of elements if none is given.
    ///   - most: the greatest number.
    init(
        _ parameters: RPCParameters, _ range: LedgerRange, limit: Int, most: Int,
        cursor read: (String) -> UInt64? = { UInt64($0) }
    ) throws(RPCError) {
        let pagination = try parameters.parameters("pagination")
        self.limit = try pagination?.number("limit", as: Int.self) ?? limit
        guard self.limit >= 0, self.limit <= most else {
            throw .invalidParameters("limit must not exceed \(most)")
        }
        let start = try parameters.number("startLedger", as: UInt32.self)
        if let text = try pagination?.text("cursor"), !text.isEmpty {
            guard start ?? 0 == 0 else { throw .invalidRequest("startLedger and cursor cannot both be set") }
            guard let cursor = read(text) else { throw .invalidParameters("cursor is invalid") }
            self.cursor = cursor
            startLedger = range.oldest
        } else {
            cursor = nil
            startLedger = start ?? 0
            guard (range.oldest...range.latest).contains(startLedger) else {
                throw .invalidRequest(
                    "startLedger must be within the ledger range: \(range.oldest) - \(range.latest)")
            }
        }
    }

    /// The place of the first element.
    ///
    /// - Parameter place: that of a ledger's first element.
    func start(after range: LedgerRange, _ place: (UInt32) -> UInt64) -> UInt64 {
        guard let cursor else { return place(startLedger) }
        return cursor < .max ? cursor + 1 : cursor
    }
}
