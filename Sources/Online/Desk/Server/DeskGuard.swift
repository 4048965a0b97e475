// SPDX-License-Identifier: Apache-2.0

import Codec
package import Crypto

/// Decides who may talk to the desk: the browser that was given the key, on pages of the desk's own.
///
/// What it refuses: names other than the address it listens on (DNS rebinding), requests that another page caused
/// (cross-site POST, framing, links), requests without the session's cookie, and changes without the session's token.
package struct DeskGuard: Sendable {
    package enum Decision: Hashable, Sendable {
        case allowed
        /// The key was right: the browser gets this cookie and goes to the first page.
        case admitted(cookie: String)
        case refused(AccessError)
    }

    package enum AccessError: Hashable, Sendable, CaseIterable {
        /// The request is addressed to another name or port.
        case host
        /// Another site's page caused the request.
        case otherSite
        case method
        /// No session, and no key or a wrong one.
        case key
        /// The key was used before: it admits one browser.
        case keyUsed
        /// A form without the session's token, such as one left open since the desk was started again.
        case token
    }

    private static let length = 32
    private static let publicPath = "/assets/desk.css"

    /// What the browser's address line shows: `http://127.0.0.1:8400`.
    package let origin: String
    private let host: String
    private let cookieName: String
    /// Compared by its hash, so that the time says nothing of it.
    private var key: [UInt8]?
    private let session: String

    /// - Parameters:
    ///   - port: the port that it listens on.
    ///   - key: the secret in the URL that the desk prints.
    ///   - session: the secret in the cookie; `token` is derived from it.
    package init(port: UInt16, key: String, session: String) {
        host = "127.0.0.1:\(port)"
        origin = "http://\(host)"
        // Cookies do not tell ports apart.
        cookieName = "coldstar-desk-\(port)"
        self.key = SHA256.hash(Array(key.utf8))
        self.session = session
    }

    /// The token that every form carries.
    package var token: String { Hex.encode(SHA256.hash(Array("coldstar-desk form \(session)".utf8))) }

    /// - Parameter token: the token in the fields of a POST; scripts send it as the header `X-Coldstar-Token`.
    package mutating func check(_ request: DeskRequest, token field: @autoclosure () -> String? = nil) -> Decision {
        guard request.header("host") == host else { return .refused(.host) }
        guard let method = request.method else { return .refused(.method) }
        // Browsers that send it say truly who caused the request; `none` is the user: an address typed, or a link
        // outside of a page.
        let site = request.header("sec-fetch-site")
        guard !request.hasHeader("sec-fetch-site") || site == "same-origin" || site == "none" && method != .post else {
            // The file that leads here is another site. Only a whole page may come this way, and only with the key.
            guard request.header("sec-fetch-mode") == "navigate", request.header("sec-fetch-dest") == "document",
                !request.hasHeader("origin"), Self.key(of: request) != nil
            else { return .refused(.otherSite) }
            return admission(of: request)
        }
        if request.hasHeader("origin"), request.header("origin") != origin { return .refused(.otherSite) }
        // The look of the page that says how to get in.
        if method != .post, request.path == Self.publicPath { return .allowed }
        guard hasSession(request) else {
            return admission(of: request)
        }
        guard method == .post else { return .allowed }
        // Every browser sends it with a POST.
        guard request.hasHeader("origin") else { return .refused(.otherSite) }
        guard let given = field() ?? request.header("x-coldstar-token"),
            Self.areEqual(Array(given.utf8), Array(token.utf8))
        else {
            return .refused(.token)
        }
        return .allowed
    }

    /// The key that a request brings to the only page that takes one.
    package static func key(of request: DeskRequest) -> String? {
        request.method == .get && request.path == "/" ? request.query["key"] : nil
    }

    private mutating func admission(of request: DeskRequest) -> Decision {
        guard let given = Self.key(of: request) else { return .refused(.key) }
        guard let key else { return .refused(.keyUsed) }
        guard Self.areEqual(SHA256.hash(Array(given.utf8)), key) else { return .refused(.key) }
        self.key = nil
        return .admitted(cookie: "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict")
    }

    /// From now on another key admits one browser, once, and no earlier one does.
    ///
    /// - Parameter hash: of the key, SHA-256.
    package mutating func renew(keyHash hash: [UInt8]) { key = hash }

    private func hasSession(_ request: DeskRequest) -> Bool {
        request.cookies(cookieName).contains { Self.areEqual(Array($0.utf8), Array(session.utf8)) }
    }

    /// Takes the same time wherever the two differ.
    private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The address that admits one browser, once.
    package static func address(port: UInt16, key: String) -> String { "http://127.0.0.1:\(port)/?key=\(key)" }

    /// A secret for a key or a session.
    package static func secret(_ randomness: some Randomness = SystemRandomness()) -> String {
        Hex.encode(randomness.bytes(length))
    }

    /// Pages load nothing from elsewhere, and no other page frames them.
    static let contentPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
        + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

    /// What every response carries: nothing from elsewhere is loaded, nothing is framed, stored or sent on. With
    /// `no-referrer` browsers would send `Origin: null` with our own forms.
    package static let headers: [(name: String, value: String)] = [
        ("Content-Security-Policy", contentPolicy),
        ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(self), microphone=(), geolocation=(), payment=()"),
        ("Cache-Control", "no-store"),
    ]
}

/// Where another program of this user leaves a key for a desk that runs.
package protocol DeskEntrance: Sendable {
    /// The SHA-256 hash of the key that was left, once; nil if there is none.
    func takeKeyHash() -> [UInt8]?

    /// A key has admitted a browser: what leads there is of no use any more.
    func wasUsed()
}
