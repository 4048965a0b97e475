// SPDX-License-Identifier: Apache-2.0

package import Codec
import Terminal

/// Shows what the libraries note, on standard error.
package enum Notices {
    package static func show(_ notices: [Notice]) {
        for notice in notices { Console.say(notice) }
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
