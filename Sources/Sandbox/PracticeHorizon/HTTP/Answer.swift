// SPDX-License-Identifier: Apache-2.0

import TextCodec

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

    /// The reason phrase of the status.
    var phrase: String { Self.phrase(of: status) }

    static func phrase(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
    }
}
