// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Crypto
import HTTP
import Stellar
import StellarXDR
import Testing

struct LinkOriginTests {
    private static let payee = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    private static let link = "web+stellar:pay?destination=\(payee)&amount=1&origin_domain=shop.example"

    private static func seed(_ byte: UInt8) throws -> SecretBytes {
        var seed = try SecretBytes(count: 32)
        seed.withMutableBytes { $0.copyBytes(from: [UInt8](repeating: byte, count: 32)) }
        return seed
    }

    private static func address(_ byte: UInt8) throws -> String {
        let key = try #require(Uint256(try Ed25519.publicKey(seed: try seed(byte))))
        return AccountID.ed25519(key).address
    }

    /// The origin of the link, signed with the key of this seed.
    private static func origin(signedBy byte: UInt8, _ text: String = link) throws -> SEP7Origin {
        let message = [UInt8](repeating: 0, count: 35) + [4] + Array("stellar.sep.7 - URI Scheme\(text)".utf8)
        let signature = Base64.encode(try Ed25519.sign(message, seed: try seed(byte)))
        let escaped = signature.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
        let parsed = try SEP7Link("\(link)&signature=\(escaped)")
        guard case .pay(let pay) = parsed else { throw SEP7Error.operation }
        return try #require(pay.terms.origin)
    }

    private func signed(_ origin: SEP7Origin, toml: String, status: Int = 200) throws -> Bool {
        let transport = RecordedTransport { _ in .success(HTTPResponse(status: status, body: Array(toml.utf8))) }
        defer { #expect(transport.requests.map(\.url.text) == ["https://shop.example/.well-known/stellar.toml"]) }
        return try LinkOrigin.signed(origin, by: DomainFiles(by: transport))
    }

    @Test func `accepts a link signed with the domain's URI_REQUEST_SIGNING_KEY`() throws {
        let toml = "URI_REQUEST_SIGNING_KEY = \"\(try Self.address(1))\"\n"
        #expect(try signed(try Self.origin(signedBy: 1), toml: toml))
    }

    @Test func `rejects a link signed with the domain's login key or over another text`() throws {
        let own = try Self.address(1)
        let toml = "URI_REQUEST_SIGNING_KEY = \"\(own)\"\nSIGNING_KEY = \"\(try Self.address(2))\"\n"
        #expect(try !signed(try Self.origin(signedBy: 2), toml: toml))
        #expect(try !signed(try Self.origin(signedBy: 1, Self.link + "&msg=x"), toml: toml))
    }

    @Test(arguments: [
        ("", 200), ("SIGNING_KEY = \"x\"", 200), ("URI_REQUEST_SIGNING_KEY = \"GABC\"", 200), ("nothing = ", 200),
        ("URI_REQUEST_SIGNING_KEY = 7", 200), ("", 404), ("", 503),
    ])
    func `fails if the domain has no usable URI_REQUEST_SIGNING_KEY`(_ toml: String, _ status: Int) throws {
        #expect(throws: AnchorError.self) { try signed(try Self.origin(signedBy: 1), toml: toml, status: status) }
    }
}
