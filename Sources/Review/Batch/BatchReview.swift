// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import Stellar
package import StellarXDR
import XDR

/// What a person is shown of many transactions that are approved together: sums, ranges, and what stands out.
///
/// The reviews are taken in one by one, and only what the page needs is kept of them.
package struct BatchReview: Sendable {
    /// What one rule found at one level.
    package struct Found: Sendable {
        package let rule: RuleID
        package let level: Level
        package fileprivate(set) var count = 0
        /// The first of them.
        package let phrase: Phrase
        package let place: Place
    }

    /// The transactions of one account.
    package struct Source: Sendable {
        package let account: AccountID
        package fileprivate(set) var count = 0
        package fileprivate(set) var lowest: Int64
        package fileprivate(set) var highest: Int64
        fileprivate var isInOrder = true

        /// Whether the numbers follow one another in the order of the file.
        package var isContiguous: Bool {
            let (span, overflow) = highest.subtractingReportingOverflow(lowest)
            return isInOrder && !overflow && span == Int64(count) - 1
        }
    }

    package let network: Network
    package let now: Timestamp
    package private(set) var transactions = 0
    package private(set) var operations = 0
    package private(set) var feeBumps = 0
    /// How many operations there are of each type, in the order of the first ones.
    package private(set) var types: [(type: OperationType, count: Int)] = []
    package private(set) var sources: [Source] = []
    /// The most that all fees together can be, in stroops.
    package private(set) var fee: Int128 = 0
    /// The highest fee of one transaction.
    package private(set) var highestFee: Int64 = 0
    /// Ends of validity, where there is one.
    package private(set) var ends: ClosedRange<UInt64>?
    package private(set) var endless = 0
    package private(set) var signatures = 0
    package private(set) var flows = Flows()
    package private(set) var payments = BatchPayments()
    /// Whose signatures are needed, and at which level, in the order in which they were met.
    package private(set) var levels: [(account: AccountID, threshold: Operation.Threshold)] = []
    package private(set) var withoutMemo = 0
    /// By rule and level, the strongest first.
    package var findings: [Found] {
        found.values.sorted {
            $0.level != $1.level ? $0.level > $1.level : (order[$0.rule] ?? 0) < (order[$1.rule] ?? 0)
        }
    }
    /// What has to be typed before all of them are signed, each once.
    package private(set) var holds: [Hold] = []
    /// The notes of the requests that differ, as many as are shown.
    package private(set) var notes: [String] = []
    package private(set) var noteCount = 0
    private var memos: Set<Memo> = []
    private var digest: [UInt8] = []
    private var found: [RuleLevel: Found] = [:]
    private var order: [RuleID: Int] = [:]
    private var held: Set<Hold> = []
    private var noted: Set<String> = []
    private var sourcePlaces: [AccountID: Int] = [:]
    private var levelPlaces: [AccountID: Int] = [:]
    private var typePlaces: [OperationType: Int] = [:]

    private struct RuleLevel: Hashable {
        let rule: RuleID
        let level: Level
    }

    package init(on network: Network, now: Timestamp) {
        self.network = network
        self.now = now
    }

    /// Different memos, none not counted.
    package var memoCount: Int { memos.count }

    /// The memo, when all that have one have the same.
    package var onlyMemo: Memo? { memos.count == 1 ? memos.first : nil }

    package var level: Level? { found.keys.map(\.level).max() }

    /// SHA-256 of all hashes, 32 bytes each, in the order of the file: it names the batch as a hash names a transaction.
    package var hash: TransactionHash { Self.hash(ofHashes: digest) }

    /// The same from the hashes themselves, for whoever makes a batch.
    package static func hash(of hashes: [TransactionHash]) -> TransactionHash {
        hash(ofHashes: hashes.flatMap(\.bytes))
    }

    private static func hash(ofHashes bytes: [UInt8]) -> TransactionHash {
        TransactionHash(Hash(sha256: bytes))
    }

    // MARK: taking in

    /// Takes in the review of a transaction or fee bump.
    ///
    /// - Parameter line: where it stands in the file, from 1.
    package mutating func add(_ review: Review, line: Int) {
        guard let hash = review.hash else { return }
        digest += hash.bytes
        transactions += 1
        signatures += review.signatures.count
        switch review.content {
        case .transaction(let transaction):
            add(fee: Int64(transaction.fee))
            add(transaction, line)
        case .feeBump(let bump):
            feeBumps += 1
            add(fee: bump.fee)
            need(bump.feeSource.account, .low)
            add(bump.inner.tx, line)
        case .message, .nothing: break
        }
        for finding in review.allFindings { add(finding, review, line) }
        if let note = review.claims.note, noted.insert(note).inserted {
            noteCount += 1
            if notes.count < BatchPayments.shown { notes.append(note) }
        }
    }

    private mutating func add(fee stroops: Int64) {
        fee += Int128(max(stroops, 0))
        highestFee = max(highestFee, stroops)
    }

    private mutating func add(_ transaction: Transaction, _ line: Int) {
        count(transaction.seqNum, of: transaction.sourceAccount.account)
        if transaction.memo == .none { withoutMemo += 1 } else { memos.insert(transaction.memo) }
        if let end = transaction.cond.timeBounds?.maxTime, end > 0 {
            ends = ends.map { min($0.lowerBound, end)...max($0.upperBound, end) } ?? end...end
        } else {
            endless += 1
        }
        for (account, threshold) in transaction.requiredThresholds { need(account, threshold) }
        for (index, operation) in transaction.operations.enumerated() {
            operations += 1
            count(operation.type)
            let account = (operation.sourceAccount ?? transaction.sourceAccount).account
            flows.add(operation.body, by: account)
            payments.add(operation.body, memo: transaction.memo, at: Place(line: line, operation: index))
        }
    }

    private mutating func count(_ sequence: Int64, of account: AccountID) {
        guard let place = sourcePlaces[account] else {
            sourcePlaces[account] = sources.count
            sources.append(Source(account: account, count: 1, lowest: sequence, highest: sequence))
            return
        }
        sources[place].count += 1
        sources[place].isInOrder = sources[place].isInOrder && sequence > sources[place].highest
        sources[place].lowest = min(sources[place].lowest, sequence)
        sources[place].highest = max(sources[place].highest, sequence)
    }

    private mutating func count(_ type: OperationType) {
        if let place = typePlaces[type] {
            types[place].count += 1
        } else {
            typePlaces[type] = types.count
            types.append((type, 1))
        }
    }

    private mutating func need(_ account: AccountID, _ threshold: Operation.Threshold) {
        if let place = levelPlaces[account] {
            levels[place].threshold = max(levels[place].threshold, threshold)
        } else {
            levelPlaces[account] = levels.count
            levels.append((account, threshold))
        }
    }

    private mutating func add(_ finding: Finding, _ review: Review, _ line: Int) {
        let place = Place(line: line, operation: finding.operation)
        let kind = RuleLevel(rule: finding.rule, level: finding.level)
        if order[finding.rule] == nil { order[finding.rule] = order.count }
        found[kind, default: Found(rule: finding.rule, level: finding.level, phrase: finding.phrase, place: place)]
            .count += 1
        if let hold = finding.hold, held.insert(hold).inserted { holds.append(hold) }
        guard finding.rule == .newDestination, let index = finding.operation else { return }
        let operations = review.operations.isEmpty ? review.inner?.operations ?? [] : review.operations
        guard operations.indices.contains(index) else { return }
        for destination in operations[index].operation.body.destinations where finding.phrase.names(destination) {
            payments.addNew(destination.account, at: place)
        }
    }
}

extension Phrase {
    fileprivate func names(_ account: MuxedAccount) -> Bool { spans.contains(.address(account.strKey)) }
}
