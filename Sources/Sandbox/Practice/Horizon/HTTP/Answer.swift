// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

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

/// An error in the format of Horizon (`application/problem+json`).
struct Problem: Error, Sendable {
    let status: Int
    private let kind: String
    private let title: String
    private let detail: String
    private let extras: JSONObject

    private init(_ status: Int, _ kind: String, _ title: String, _ detail: String, _ extras: [(String, JSON)] = []) {
        self.status = status
        self.kind = kind
        self.title = title
        self.detail = detail
        self.extras = JSONObject(extras)
    }

    var body: JSON {
        var object = JSONObject([
            ("type", .string("https://stellar.org/horizon-errors/\(kind)")), ("title", .string(title)),
            ("status", .integer(status)), ("detail", .string(detail)),
        ])
        if extras.count > 0 { object["extras"] = .object(extras) }
        return .object(object)
    }

    static let notFound = Problem(
        404, "not_found", "Resource Missing",
        "Nothing was found at this address or for these parameters, or the practice network does not support it.")
    static let methodNotAllowed = Problem(
        405, "method_not_allowed", "Method Not Allowed", "This address does not support this method.")
    static let tooLarge = Problem(
        413, "request_body_too_large", "Request Body Too Large", "The body is larger than any transaction can be.")
    static let unsupportedMediaType = Problem(
        415, "unsupported_media_type", "Unsupported Media Type",
        "The body must be application/x-www-form-urlencoded.")

    /// A part of the request that cannot be decoded.
    static func badRequest(_ part: String) -> Problem {
        Problem(400, "bad_request", "Bad Request", "The \(part) of the request cannot be decoded.")
    }

    /// A parameter with an invalid value.
    static func invalid(_ field: String, _ reason: String) -> Problem {
        Problem(
            400, "bad_request", "Bad Request", "The request you sent was invalid in some way.",
            [("invalid_field", .string(field)), ("reason", .string(reason))])
    }

    static let alreadyFunded = Problem(
        400, "bad_request", "Bad Request", "account already funded to starting balance")

    static func malformed(envelope: String) -> Problem {
        Problem(
            400, "transaction_malformed", "Transaction Malformed",
            "The transaction could not be decoded: it must be base64 of strict XDR, percent-encoded in the form.",
            [("envelope_xdr", .string(envelope))])
    }

    static func failed(envelope: String, _ result: TransactionResult) -> Problem {
        Problem(
            400, "transaction_failed", "Transaction Failed",
            "The transaction failed; extras.result_codes says why.",
            [
                ("envelope_xdr", .string(envelope)), ("result_codes", codes(of: result)),
                ("result_xdr", .string(Base64.encode(result.xdr))),
            ])
    }

    private static func codes(of result: TransactionResult) -> JSON {
        let codes = ResultCodes(result)
        var object = JSONObject([("transaction", .string(codes.transaction.rawValue))])
        if let inner = codes.innerTransaction { object["inner_transaction"] = .string(inner.rawValue) }
        if !codes.operations.isEmpty { object["operations"] = .array(codes.operations.map { .string($0.rawValue) }) }
        return .object(object)
    }
}
