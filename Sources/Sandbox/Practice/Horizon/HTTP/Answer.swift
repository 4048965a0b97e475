// SPDX-License-Identifier: Apache-2.0

import Codec

/// A response to a client: a status and a JSON document.
struct Answer: Sendable {
    let status: Int
    let isProblem: Bool
    let body: JSON

    init(_ body: JSON, status: Int = 200) {
        self.status = status
        isProblem = false
        self.body = body
    }

    init(_ problem: Problem) {
        status = problem.status
        isProblem = true
        body = problem.body
    }

    var contentType: String {
        isProblem ? "application/problem+json; charset=utf-8" : "application/hal+json; charset=utf-8"
    }
}
