// SPDX-License-Identifier: Apache-2.0

/// What a library found out while it worked and the user should read. It changes no result.
package struct Notice: Hashable, Sendable {
    package enum Severity: Hashable, Sendable {
        /// A value that the user compares, under the label of its code.
        case fact
        /// A sentence about what is being done.
        case plain
        case note
        case warning
    }

    /// What it is about, for front ends that treat some notices apart.
    package let code: NoticeCode
    package let severity: Severity
    /// Text of others in it is escaped.
    package let text: Wording
    /// Whether the fact stands below another one of the same code, so that its label is not repeated.
    package let isContinued: Bool

    private init(_ code: NoticeCode, _ severity: Severity, _ text: Wording, isContinued: Bool = false) {
        (self.code, self.severity, self.text, self.isContinued) = (code, severity, text, isContinued)
    }

    package static func fact(_ code: NoticeCode, _ text: Wording) -> Notice { Notice(code, .fact, text) }
    package static func more(_ code: NoticeCode, _ text: Wording) -> Notice {
        Notice(code, .fact, text, isContinued: true)
    }
    package static func note(_ code: NoticeCode, _ text: Wording) -> Notice { Notice(code, .note, text) }
    package static func warning(_ code: NoticeCode, _ text: Wording) -> Notice { Notice(code, .warning, text) }
    package static func plain(_ code: NoticeCode, _ text: Wording) -> Notice { Notice(code, .plain, text) }

    /// The label of a fact, of at most nine characters.
    package var label: String { isContinued ? "" : code.rawValue }

    /// The notice as one line of a terminal, where the values of facts are aligned.
    package func line(in style: some WordingStyle) -> String {
        let text = text.text(in: style)
        return switch severity {
        case .fact: label + String(repeating: " ", count: max(1, 10 - label.utf8.count)) + text
        case .note: "note: \(text)"
        case .warning: "warning: \(text)"
        case .plain: text
        }
    }
}

/// What a notice is about. The names of facts are their labels.
package enum NoticeCode: String, Hashable, Sendable {
    // Facts.
    case acts, amount, applies, asset, balance, changes, channels, does, entry, events, hash, inner, link, login
    case maxFee = "max fee"
    case memo, network, next, path, pool, repeats, replaces, requests, resources, returns, rules, sequence, signers,
        signs,
        simulated, to, total
    case valid, voids
    case withdrawal = "withdraw"
    case words

    // The ledger and its servers.
    case server
    case newerProtocol
    /// This machine's clock and the newest ledger differ.
    case clock
    case preflight
    /// Where the name of an account came from.
    case accountName
    case progress
    /// From when on an account's history is known.
    case history

    // Sequence numbers.
    case numberTaken, afterPending, numberGap, unknownOutcome, moreUnknownOutcomes, numberInUse
    case laterSigned, moreLaterSigned, laterRequested

    /// A payment that was made before, may still be made, or stands twice in a table.
    case repeated

    // The transaction.
    case signingLevels
    /// A key that is to sign and has not shown that it can.
    case unprovenKey
    /// An account that one lost key would lock.
    case noSpareSigner
    case preauthorizedNotIncluded
    case noInflation
    /// An earlier request that is forgotten, because this one replaces it.
    case forgets
    case shorterThanQueue
    case accountsNotChecked
    case malformed
    case conversion

    // Fee bumps and cancellations.
    case tenfoldFee, innerUnsigned, skipsNumbers, numbersFirst, earlierEnd, delayed

    // Contracts and authorization entries.
    case droppedSignature, voidSignatures, noEntry, lenientRelease, missingEntries, unreadChange, heldBySigner
    /// A token's recipient or spender from which nothing may come back.
    case deadEnd
    case shortLogin

    // Submissions.
    case otherRequested, queues, surplusLeftOut, heldBack, restOfBatch, nothingPending, notRecorded

    // Messages, and payments to anchors.
    case messageLikeHash
    case anchorPayment
    case clientDomainEntry
}

/// A job that notes what the user should read while it works.
package protocol NoticeSource {
    /// The notices since the last call, also after an error.
    mutating func takeNotices() -> [Notice]
}
