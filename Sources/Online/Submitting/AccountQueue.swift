// SPDX-License-Identifier: Apache-2.0

/// The queue of one account's transactions, ordered by sequence number. The network applies them in order, so each must
/// be applied before the next is submitted; after a failure, the rest is not submitted.
struct AccountQueue {
    enum State: Hashable {
        case going
        /// A transaction failed, which ends the queue for good.
        case blocked(by: Int)
        /// A transaction's outcome is unknown, which stops the queue for this run.
        case stopped(by: Int)
    }

    /// Steps of the queue: transactions that use the same number (a payment, and a fee bump of it), of which one can be applied.
    private let steps: [[Int]]
    private var position = 0
    private var open: Set<Int>
    private var hasAdvanced = false
    private var lastUnsettled: Int?
    private(set) var state = State.going

    /// - Parameter members: the transactions with their sequence numbers, in any order.
    init(_ members: [(id: Int, sequence: Int64)]) {
        steps = Dictionary(grouping: members, by: \.sequence).sorted { $0.key < $1.key }.map { $0.value.map(\.id) }
        open = Set(steps.first ?? [])
    }

    /// The transactions that may be submitted now.
    var current: [Int] { position < steps.count ? steps[position] : [] }

    /// The transactions after the current ones.
    var later: [Int] { steps.dropFirst(position + 1).flatMap { $0 } }

    /// Whether the queue ends if this one fails: no other that uses the number is left, and none was applied.
    func endsWith(failureOf id: Int) -> Bool { open == [id] && !hasAdvanced && lastUnsettled == nil }

    /// Records the end of a transaction.
    ///
    /// - Parameter wasApplied: whether it was applied successfully; nil when its outcome is unknown.
    /// - Returns: whether the step is complete, and the queue has advanced or ended.
    mutating func ended(_ id: Int, wasApplied: Bool?) -> Bool {
        open.remove(id)
        switch wasApplied {
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
            state = lastUnsettled.map { .stopped(by: $0) } ?? .blocked(by: id)
        }
        return true
    }
}
