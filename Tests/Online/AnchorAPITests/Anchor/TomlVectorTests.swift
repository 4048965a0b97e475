// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Foundation
import HTTP
import StellarXDR
import Testing

@testable import Stellar

/// Checks against the files of `index.json`: the values that a login needs, and the report on all fields.
struct TomlVectorTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let file: String
        let expect: String
        let values: JSON

        var testDescription: String { file }

        static let all: [Row] = {
            do {
                return try (JSON(parsing: try bytes("index.json")).asArray ?? []).map {
                    Row(file: try $0.string("file"), expect: try $0.string("expect"), values: $0["values"] ?? [:])
                }
            } catch {
                preconditionFailure("index.json does not read: \(error)")
            }
        }()

        static func bytes(_ name: String) throws -> [UInt8] {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Vectors")
            return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
        }
    }

    /// The values that a login needs, read over a transport that enforces the size limit as libcurl does.
    private func login(_ file: String) throws -> (SigningKey: String, WebAuth: String?) {
        let content = try Row.bytes(file)
        let transport = RecordedTransport { request in
            content.count > request.sizeLimit
                ? .failure(.tooLarge(host: "example.com", limit: request.sizeLimit))
                : .success(HTTPResponse(status: 200, body: content))
        }
        let toml = try StellarToml.fetch(HomeDomain("example.com", allowsLoopback: false), by: transport)
        let endpoint = try toml.endpoint("WEB_AUTH_ENDPOINT")
        guard let key = try toml.account("SIGNING_KEY") else {
            throw AnchorError.noService(domain: "example.com", what: "key", field: "SIGNING_KEY")
        }
        return (key.address, endpoint?.text)
    }

    @Test(arguments: Row.all) func `reads the values for a login or reports the expected error`(row: Row) throws {
        do {
            let found = try login(row.file)
            #expect(row.expect == "ok")
            #expect(found.SigningKey == row.values["SIGNING_KEY"]?.asString)
            if let url = row.values["WEB_AUTH_ENDPOINT"]?.asString { #expect(found.WebAuth == url) }
        } catch let error as AnchorError {
            switch (row.expect, error) {
            case ("no_signing_key", .noService(_, _, "SIGNING_KEY")), ("syntax", .badToml), ("not_utf8", .badToml),
                ("too_large", .badToml), ("bad_signing_key", .badField(_, "SIGNING_KEY", _)),
                ("insecure_endpoint", .badField(_, "WEB_AUTH_ENDPOINT", _)),
                ("bad_endpoint", .badField(_, "WEB_AUTH_ENDPOINT", _)), ("wrong_type", .badField(_, _, _)):
                break
            default: Issue.record("\(error) for \(row.expect)")
            }
        }
    }

    @Test func `does not repeat a secret key in place of the signing key`() throws {
        let file = "signing_key_secret.toml"
        let text = String(decoding: try Row.bytes(file), as: UTF8.self)
        let secret = try #require(text.split(separator: "\"").first { $0.count == 56 && $0.hasPrefix("S") })
        let error = try #require(throws: AnchorError.self) { try login(file) }
        #expect(error.message.contains("SIGNING_KEY") && !error.message.contains(secret))
    }

    @Test(arguments: Row.all.filter { $0.expect == "ok" }) func `reads all fields and omits only invalid ones`(
        row: Row
    )
        throws
    {
        let report = try StellarToml(Row.bytes(row.file), of: HomeDomain("example.com", allowsLoopback: false)).report()
        let document = report.document
        for (key, value) in row.values.asObject?.members ?? [] {
            switch key {
            case "accounts": #expect(document["general"]?["ACCOUNTS"]?.asArray?.count == value.asInteger(Int.self))
            case "currencies", "validators": #expect(document[key]?.asArray?.count == value.asInteger(Int.self))
            case "ORG_DBA": #expect(document["documentation"]?[key] == value)
            default: #expect(document["general"]?[key] == value)
            }
        }
        #expect(
            report.problems.map(\.place)
                == (row.file.contains("decimals")
                    ? ["CURRENCIES 1.display_decimals", "CURRENCIES 1.is_unlimited"] : []))
    }

    @Test func `reports each field of the wrong type`() throws {
        let report = try StellarToml(
            Row.bytes("wrong_types.toml"), of: HomeDomain("example.com", allowsLoopback: false)
        ).report()
        #expect(
            Set(report.problems.map(\.place)) == [
                "SIGNING_KEY", "WEB_AUTH_ENDPOINT", "ACCOUNTS", "CURRENCIES", "DOCUMENTATION",
            ])
    }

    @Test func `reports lowercase keys and top-level keys placed below a table`() throws {
        func places(_ text: String) throws -> [String] {
            try StellarToml(Array(text.utf8), of: HomeDomain("example.com", allowsLoopback: false)).report().problems
                .map(\.place)
        }
        #expect(try places("signing_key = \"x\"") == ["signing_key"])
        #expect(try places("[DOCUMENTATION]\nSIGNING_KEY = \"x\"") == ["DOCUMENTATION.SIGNING_KEY"])
        #expect(try places("other = 1\n[DOCUMENTATION]\nORG_NAME = \"x\"") == [])
    }

    @Test func `fetches linked currency files from the same host only`() throws {
        let main = """
            [[CURRENCIES]]
            toml = "https://example.com/.well-known/A.toml"
            [[CURRENCIES]]
            toml = "https://other.example/B.toml"
            [[CURRENCIES]]
            toml = "https://example.com/missing.toml"
            """
        let transport = RecordedTransport { request in
            switch request.url.text {
            case "https://example.com/.well-known/A.toml":
                .success(HTTPResponse(status: 200, body: Array("code = \"AAA\"".utf8)))
            default: .success(HTTPResponse(status: 404))
            }
        }
        let report = try StellarToml(Array(main.utf8), of: HomeDomain("example.com", allowsLoopback: false)).report(
            by: transport)
        #expect(report.document["currencies"]?.asArray?.first?["code"] == "AAA")
        #expect(report.problems.map(\.place) == ["CURRENCIES 2.toml", "CURRENCIES 3.toml"])
        #expect(transport.requests.map(\.url.host) == ["example.com", "example.com"])
    }
}
