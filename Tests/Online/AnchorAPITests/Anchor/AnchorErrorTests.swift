// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import HTTP
import Stellar
import StellarXDR
import Testing

struct AnchorErrorTests {
    @Test(
        arguments: [
            .cannotResolve(host: "h"), .cannotConnect(host: "h", detail: "d"), .tlsFailed(host: "h", detail: "d"),
            .timedOut(host: "h", .mayHaveArrived), .connectionLost(host: "h", detail: "d", .mayHaveArrived),
        ] as [HTTPError])
    func `classifies an unreachable domain as temporarily absent`(error: HTTPError) {
        #expect(AnchorError.unreachable(domain: "example.com", error).isAbsence)
    }

    @Test(
        arguments: [
            .unreachable(domain: "example.com", .badCertificate(host: "h", detail: "d")),
            .unreachable(domain: "example.com", .badSetup("d")), .unreachable(domain: "example.com", .badRequest("d")),
            .unreachable(domain: "example.com", .redirectRefused(host: "h", location: "l")),
            .unreachable(domain: "example.com", .tooLarge(host: "h", limit: 1)),
            .unreachable(domain: "example.com", .notHTTP(host: "h", detail: "d")), .noToml(domain: "example.com"),
            .refused(domain: "example.com", status: 400, reason: "no"),
            .loginNeeded(domain: "example.com", hadToken: true),
            .broken(domain: "example.com", reason: "r"), .badToken(domain: "example.com", reason: "r"),
        ] as [AnchorError])
    func `does not classify other errors as temporary absence`(error: AnchorError) {
        #expect(!error.isAbsence)
    }

    @Test func `sends exactly one Accept header with each request`() throws {
        let account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
        let toml = """
            FEDERATION_SERVER = "https://example.com/federation"
            WEB_AUTH_ENDPOINT = "https://example.com/auth"
            SIGNING_KEY = "\(account)"
            """
        let transport = RecordedTransport { request in
            .success(
                HTTPResponse(
                    status: 200, body: Array((request.url.path == "/.well-known/stellar.toml" ? toml : "{}").utf8)))
        }
        let domain = try HomeDomain("example.com", allowsLoopback: false)
        #expect(throws: AnchorError.self) {
            try Federation(DomainFiles(by: transport)).resolve(FederationName("bob*example.com"))
        }
        let login = try WebAuth(try StellarToml.fetch(domain, by: transport), by: transport)
        #expect(throws: AnchorError.self) {
            try login.challenge(for: WebAuthClient(try MuxedAccount(address: account)))
        }
        let asked = transport.requests.filter { $0.url.path != "/.well-known/stellar.toml" }
        #expect(asked.map(\.url.path) == ["/federation", "/auth"])
        for request in asked {
            #expect(request.headers.filter { $0.name.lowercased() == "accept" }.map(\.value) == ["application/json"])
        }
    }
}
