// SPDX-License-Identifier: Apache-2.0

/// The transactions of one account in the order of their numbers. The network applies them in order, so each is
/// awaited before the next is submitted; after a failed one the rest is not submitted.
struct Row {
    enum State: Hashable {
        case going
        /// A transaction failed, which ends the row for good.
        case dead(behind: Int)
        /// The outcome of a transaction is not known yet, so that the row cannot go on in this run.
        case stopped(behind: Int)
    }

    /// Steps of the queue: transactions that use the same number (a payment, and a fee bump of it), of which one can be applied.
    private let steps: [[Int]]
    private var position = 0
    private var open: Set<Int>
    private var hasAdvanced = false
    private var lastUnsettled: Int?
    private(set) var state = State.going

    /// - Parameter members: with their numbers, in any order.
    init(_ members: [(id: Int, sequence: Int64)]) {
        steps = Dictionary(grouping: members, by: \.sequence).sorted { $0.key < $1.key }.map { $0.value.map(\.id) }
        open = Set(steps.first ?? [])
    }

    /// The transactions that may be sent now.
    var current: [Int] { position < steps.count ? steps[position] : [] }

    /// Those behind the current ones.
    var later: [Int] { steps.dropFirst(position + 1).flatMap { $0 } }

    /// Whether the row ends if this one fails: no other that uses the number is left, and none got in.
    func endsWith(failureOf id: Int) -> Bool { open == [id] && !hasAdvanced && lastUnsettled == nil }

    /// Takes the end of a transaction.
    ///
    /// - Parameter gotIn: whether it is in the ledger and did what it says; nil when that is not known.
    /// - Returns: whether the step is done, and the row has moved or come to its end.
    mutating func ended(_ id: Int, gotIn: Bool?) -> Bool {
        open.remove(id)
        switch gotIn {
        case true?: hasAdvanced = true
        case false?: break
        case nil: lastUnsettled = id
        }
        guard open.isEmpty else { return false }
        if hasAdvanced {
            position += 1
            open = Set(current)
            (hasAdvanced, lastUnsettled) = (false, nil)
        } else {
            state = lastUnsettled.map { .stopped(behind: $0) } ?? .dead(behind: id)
        }
        return true
    }
}
