// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Terminal

/// Shows what the libraries note, on standard error.
package enum Notices {
    package static func show(_ notices: [Notice]) {
        for notice in notices { Console.message(notice) }
    }

    /// Does a step of a job and shows its notices, also after an error.
    package static func shown<Job: NoticeSource, R>(
        of job: inout Job, _ step: (inout Job) throws(Failure) -> R
    ) throws(Failure) -> R {
        defer { show(job.takeNotices()) }
        return try step(&job)
    }

    /// Does a step and shows what it noted, also after an error.
    package static func shown<R>(_ step: (inout [Notice]) throws(Failure) -> R) throws(Failure) -> R {
        var notices: [Notice] = []
        defer { show(notices) }
        return try step(&notices)
    }
}

extension Console {
    /// Writes a result to standard output: as a document for programs, or as text for people.
    package static func result(_ shown: some Presentable, asDocument: Bool) throws(Failure) {
        guard asDocument else { return try result(shown.text) }
        try result(document: shown.document)
    }
}

extension Question {
    /// Whether the user types `yes` to a question.
    package static func agree(to question: String) throws(Failure) -> Bool {
        try ask("\(question) type yes: ") == "yes"
    }

    /// - Parameter otherwise: what did not happen, for the error: "nothing was sent".
    /// - Throws: `.refused` unless the user types `yes`.
    package static func requireAgreement(to question: String, otherwise: String) throws(Failure) {
        guard try agree(to: question) else { throw Failure(.refused, "you did not agree; \(otherwise)") }
    }
}
