// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar
import StellarXDR
import Testing

@testable import AnchorAPI

/// What an anchor's server says when it refuses.
struct AnchorServerTests {
    private static let account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjIxMTQzODA4MDB9.AAAA"

    private static func refusal(
        _ status: Int, _ body: String, hasToken: Bool = true, isLogin: Bool = false
    ) throws -> AnchorError {
        let transport = RecordedTransport { _ in .success(HTTPResponse(status: status, body: Array(body.utf8))) }
        let domain = try HomeDomain("example.com", allowsLoopback: false)
        let server = AnchorServer(domain: domain, transport: transport, name: "example.com (SEP-6)")
        let request = HTTPRequest(try HTTPURL("https://example.com/x"), sizeLimit: 1000)
        return try #require(
            throws: AnchorError.self,
            performing: { try server.ask(request, token: hasToken ? AccessToken(Self.token) : nil, isLogin: isLogin) })
    }

    @Test(arguments: [401, 403])
    func `a login that is refused has the server's reason and no hint to log in`(status: Int) throws {
        let error = try Self.refusal(
            status, "{\"error\":\"the challenge has expired\"}", hasToken: false, isLogin: true)
        #expect(error.message == "example.com (SEP-6) refused with status \(status): the challenge has expired")
        #expect(error.hint == nil && error.isCertain)
    }

    @Test(arguments: [
        ("{\"error\":\"token revoked\"}", "token revoked"), ("{\"detail\":\"no\"}", "no"),
        ("{\"message\":\"no\"}", "no"),
        ("{\"error\":{\"code\":7,\"message\":\"inner\"}}", "inner"), ("Unauthorized\n", "Unauthorized"),
        ("{\"error\":\"\\u001b[2J\\u202e\"}", "\\x1b[2J\\xe2\\x80\\xae"),
    ])
    func `a token that is refused has the server's reason, escaped`(body: String, reason: String) throws {
        let error = try Self.refusal(401, body)
        #expect(error.message == "example.com no longer accepts the login: \(reason)")
        #expect(error.hint?.plain.contains("log in") == true)
    }

    @Test(arguments: ["", "{}", "{\"error\":\"\"}", "<html><body>401</body></html>", "[]", "{\"error\":7}"])
    func `a refusal without a reason, or with a page, has none`(body: String) throws {
        #expect(try Self.refusal(401, body).message == "example.com no longer accepts the login")
        #expect(
            try Self.refusal(401, body, hasToken: false).message == "example.com requires a login, and there is none")
    }

    @Test func `no reason repeats the token`() throws {
        for status in [400, 401, 403, 404] {
            let error = try Self.refusal(status, "{\"error\":\"bad token \(Self.token)!\"}")
            #expect(!error.message.contains("eyJ") && error.message.contains("bad token"))
        }
    }

    @Test func `a page in place of JSON is named as one`() throws {
        let error = try Self.refusal(200, " <!DOCTYPE html><html></html>")
        #expect(error.message.contains("web page") && error.message.contains("SEP-6"))
    }
}
