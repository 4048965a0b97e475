// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Building
import Faults
import Shell

/// Shows what the libraries note, on standard error.
enum Notices {
    static func show(_ notices: [Notice]) {
        for notice in notices { Console.say(notice.line) }
    }

    /// Does a step of a draft and shows its notices, also after an error.
    static func shown<R>(of draft: inout Draft, _ step: (inout Draft) throws(Failure) -> R) throws(Failure) -> R {
        defer { show(draft.takeNotices()) }
        return try step(&draft)
    }

    /// Does a step of a batch and shows its notices, also after an error.
    static func shown<R>(
        of batch: inout BatchDraft, _ step: (inout BatchDraft) throws(Failure) -> R
    ) throws(Failure) -> R {
        defer { show(batch.takeNotices()) }
        return try step(&batch)
    }

    /// Does a step and shows what it noted, also after an error.
    static func shown<R>(_ step: (inout [Notice]) throws(Failure) -> R) throws(Failure) -> R {
        var notices: [Notice] = []
        defer { show(notices) }
        return try step(&notices)
    }
}
