// SPDX-License-Identifier: Apache-2.0

import HTTP
import Testing

struct RequestTests {
    @Test func `percent-encodes a plus sign in a form body`() throws {
        let request = HTTPRequest.form(try HTTPURL("https://example.com/transactions"), fields: [("tx", "AAA+/w==")])
        #expect(String(decoding: request.body ?? [], as: UTF8.self) == "tx=AAA%2B%2Fw%3D%3D")
    }

    @Test(arguments: [
        HTTPHeader("X-A", "b\r\nX-Evil: 1"), HTTPHeader("X-A\n", "b"), HTTPHeader("", "b"), HTTPHeader("X A", "b"),
        HTTPHeader("X-A", "b\u{0}"), HTTPHeader("X-Ä", "b"), HTTPHeader("X:A", "b"),
    ])
    func `a header field with line breaks or invalid characters is not well formed`(header: HTTPHeader) {
        #expect(!header.isWellFormed)
    }

    @Test func `a recorded transport returns its responses in order and then fails`() throws {
        let url = try HTTPURL("https://example.com/")
        let transport = RecordedTransport(answers: [
            .success(HTTPResponse(status: 200)), .failure(.tooLarge(host: "example.com", limit: 1)),
        ])
        #expect(try transport.perform(HTTPRequest(url)) == HTTPResponse(status: 200))
        #expect(throws: HTTPError.tooLarge(host: "example.com", limit: 1)) { try transport.perform(HTTPRequest(url)) }
        #expect(throws: HTTPError.cannotConnect(host: "example.com", detail: "no recorded answer is left")) {
            try transport.perform(HTTPRequest(url))
        }
        #expect(transport.requests.count == 3)
    }
}
