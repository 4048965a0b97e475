// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

@testable import Desk

struct DeskGuardTests {
    private static let (key, session) = (String(repeating: "k", count: 64), String(repeating: "s", count: 64))
    private static let cookie = ("Cookie", "coldstar-desk-8400=\(session)")
    private static let host = ("Host", "127.0.0.1:8400")
    private static let origin = ("Origin", "http://127.0.0.1:8400")

    private static let token = DeskGuard(port: 8400, key: key, session: session).token

    private var desk = DeskGuard(port: 8400, key: key, session: session)

    private func request(
        _ method: String = "GET", _ path: String = "/", key: String? = nil,
        _ headers: [(String, String)] = [host, cookie]
    ) -> DeskRequest {
        DeskRequest(
            method: method, path: path, query: key.map { ["key": $0] } ?? [:],
            headers: headers.map { (name: $0.0, value: $0.1) })
    }

    @Test mutating func `the key admits one browser, once`() {
        let first = desk.check(request(key: Self.key, [Self.host]))
        #expect(first == .admitted(cookie: "coldstar-desk-8400=\(Self.session); Path=/; HttpOnly; SameSite=Strict"))
        #expect(desk.check(request(key: Self.key, [Self.host])) == .refused(.keyUsed))
        #expect(desk.check(request()) == .allowed)
    }

    @Test(arguments: ["", "k", String(repeating: "k", count: 63), String(repeating: "K", count: 64)])
    func `a wrong key admits no one, and does not use the right one up`(wrong: String) {
        var desk = desk
        #expect(desk.check(request(key: wrong, [Self.host])) == .refused(.key))
        #expect(desk.check(request(key: Self.key, [Self.host])) != .refused(.keyUsed))
    }

    @Test mutating func `the key counts on the first page alone, and not in a form`() {
        #expect(desk.check(request("GET", "/requests", key: Self.key, [Self.host])) == .refused(.key))
        #expect(desk.check(request("POST", "/", key: Self.key, [Self.host, Self.origin])) == .refused(.key))
    }

    private static func from(_ site: String, mode: String = "navigate", dest: String = "document") -> [(String, String)]
    {
        [host, ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", dest)]
    }

    @Test(arguments: ["cross-site", "same-site"])
    func `the key admits a browser that a file led here, but only as a page of its own`(site: String) {
        for headers in [
            Self.from(site, mode: "no-cors", dest: "image"), Self.from(site, mode: "cors", dest: "empty"),
            Self.from(site, dest: "iframe"), Self.from(site) + [("Origin", "null")],
        ] {
            var desk = desk
            #expect(desk.check(request(key: Self.key, headers)) == .refused(.otherSite))
            #expect(desk.check(request(key: Self.key, [Self.host])) != .refused(.keyUsed))
        }
        var desk = desk
        #expect(desk.check(request(key: "guess", Self.from(site))) == .refused(.key))
        let decision = desk.check(request(key: Self.key, Self.from(site)))
        #expect(decision == .admitted(cookie: "coldstar-desk-8400=\(Self.session); Path=/; HttpOnly; SameSite=Strict"))
        #expect(desk.check(request(key: Self.key, Self.from(site))) == .refused(.keyUsed))
        // The way in is for the key alone: no other page is opened by a link, with or without the cookie.
        #expect(desk.check(request("GET", "/", Self.from(site) + [Self.cookie])) == .refused(.otherSite))
        #expect(desk.check(request("GET", "/requests", key: Self.key, Self.from(site))) == .refused(.otherSite))
        #expect(desk.check(request("POST", "/", key: Self.key, Self.from(site))) == .refused(.otherSite))
    }

    @Test mutating func `a new key admits one browser more, and an earlier one does no longer`() {
        let new = String(repeating: "n", count: 64)
        desk.renew(keyHash: SHA256.hash(Array(new.utf8)))
        #expect(desk.check(request(key: Self.key, [Self.host])) == .refused(.key))
        let first = desk.check(request(key: new, [Self.host]))
        #expect(first == .admitted(cookie: "coldstar-desk-8400=\(Self.session); Path=/; HttpOnly; SameSite=Strict"))
        #expect(desk.check(request(key: new, [Self.host])) == .refused(.keyUsed))
    }

    @Test(arguments: [
        "127.0.0.1:8401", "127.0.0.1", "localhost:8400", "attacker.example:8400", "127.0.0.1:8400.attacker.example", "",
        "127.0.0.1:8400 ", "[::1]:8400",
    ])
    func `another name or port is refused, even with the cookie`(name: String) {
        var desk = desk
        #expect(desk.check(request("GET", "/", [("Host", name), Self.cookie])) == .refused(.host))
    }

    @Test mutating func `a request with two hosts or none is refused`() {
        #expect(desk.check(request("GET", "/", [Self.host, Self.host, Self.cookie])) == .refused(.host))
        #expect(desk.check(request("GET", "/", [Self.cookie])) == .refused(.host))
    }

    @Test(arguments: ["cross-site", "same-site", "", "Same-Origin"])
    func `what another page caused is refused, even with the cookie`(site: String) {
        var desk = desk
        let headers = [Self.host, Self.cookie, ("Sec-Fetch-Site", site)]
        #expect(desk.check(request("GET", "/requests", headers)) == .refused(.otherSite))
        #expect(desk.check(request("POST", "/pay", headers + [Self.origin]), token: Self.token) == .refused(.otherSite))
    }

    @Test mutating func `what the user opened is allowed, but no change comes that way`() {
        let headers = [Self.host, Self.cookie, ("Sec-Fetch-Site", "none")]
        #expect(desk.check(request("GET", "/requests", headers)) == .allowed)
        #expect(desk.check(request("POST", "/pay", headers + [Self.origin]), token: Self.token) == .refused(.otherSite))
    }

    @Test(arguments: [
        "null", "http://127.0.0.1:8401", "https://127.0.0.1:8400", "http://attacker.example", "http://127.0.0.1:8400/",
    ])
    func `another origin is refused`(origin: String) {
        var desk = desk
        let headers = [Self.host, Self.cookie, ("Origin", origin)]
        #expect(desk.check(request("POST", "/pay", headers), token: Self.token) == .refused(.otherSite))
        #expect(desk.check(request("GET", "/events", headers)) == .refused(.otherSite))
    }

    @Test mutating func `a change needs cookie, origin and token`() {
        let all = [Self.host, Self.cookie, Self.origin]
        #expect(desk.check(request("POST", "/pay", all), token: Self.token) == .allowed)
        #expect(desk.check(request("POST", "/pay", all)) == .refused(.token))
        #expect(desk.check(request("POST", "/pay", all), token: String(Self.token.dropLast())) == .refused(.token))
        #expect(
            desk.check(request("POST", "/pay", [Self.host, Self.cookie]), token: Self.token) == .refused(.otherSite))
        #expect(desk.check(request("POST", "/pay", [Self.host, Self.origin]), token: Self.token) == .refused(.key))
    }

    @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get"])
    func `other methods are refused`(method: String) {
        var desk = desk
        #expect(desk.check(request(method)) == .refused(.method))
    }

    @Test mutating func `a cookie of another port or session is not this one's`() {
        for cookie in [
            "coldstar-desk-8401=\(Self.session)", "coldstar-desk-8400=\(Self.key)", "coldstar-desk-8400=", "x=1; y",
        ] {
            #expect(desk.check(request("GET", "/", [Self.host, ("Cookie", cookie)])) == .refused(.key))
        }
        let several = "a=1; coldstar-desk-8400=old; coldstar-desk-8400=\(Self.session)"
        #expect(desk.check(request("GET", "/", [Self.host, ("Cookie", several)])) == .allowed)
    }

    @Test func `the token does not contain the session, and both are different each time`() {
        #expect(!desk.token.contains(Self.session) && desk.token != Self.session)
        #expect(DeskGuard.secret() != DeskGuard.secret() && DeskGuard.secret().count == 64)
    }
}
