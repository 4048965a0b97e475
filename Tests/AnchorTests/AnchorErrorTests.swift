// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
import Stellar
import StellarXDR
import Testing

struct AnchorErrorTests {
    @Test(
        arguments: [
            .cannotResolve(host: "h"), .cannotConnect(host: "h", detail: "d"), .tlsFailed(host: "h", detail: "d"),
            .timedOut(host: "h", .mayHaveArrived), .connectionLost(host: "h", detail: "d", .mayHaveArrived),
        ] as [HTTPError])
    func `a domain that cannot be reached may be there a little later`(error: HTTPError) {
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
    func `what a domain has said does not pass by waiting`(error: AnchorError) {
        #expect(!error.isAbsence)
    }
}
