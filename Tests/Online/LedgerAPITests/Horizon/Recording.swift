// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import HTTP
import LedgerAPI
import Stellar
import StellarXDR

/// Recorded Horizon responses from `Vectors/recordings/`, and the accounts and hashes in them.
enum Recording {
    static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"
    static let issuer = "GC457CLNAUSJLWOHGRUD3VLBXKGOM3JJKKGMXPRJNR6BAJB5K3PXYX3Z"
    static let third = "GAJYLVS4MLQCWY6PFAYZC3CAPGVOVPWKT4LF235NGGYHNQAMV476HMRP"
    static let payment = "657780d03d896f73679f12ff5c08e67dc56e8e49213a57e3b8e446f4624d9178"
    static let failed = "544090c10ee2f19559387a1bd8d3f2d797bdba5955b058914973a97d7dbbddd2"
    static let inner = "771e08439b627062a650142a3a79af83e2bca01928ca82e0a95dac269f07ae52"
    static let outer = "3133bfa735dcab0cc31c5d87705614101122ddb075a40709c52d9462b03f16af"

    struct NoSuchHash: Error {}

    static func hash(_ hex: String) throws -> TransactionHash {
        guard let hash = TransactionHash(hex: hex) else { throw NoSuchHash() }
        return hash
    }

    static func account(_ address: String) throws -> AccountID { try AccountID(address: address) }

    static func file(_ path: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    static func body(_ name: String) throws -> [UInt8] { try file("Vectors/recordings/\(name).json") }

    static func json(_ name: String) throws -> JSON { try JSON(parsing: body(name)) }

    static func response(
        _ name: String, status: Int = 200, headers: [HTTPHeader] = []
    ) throws -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: try body(name))
    }
}

/// A client with prepared responses, and the requests that it makes.
struct AskedHorizon {
    let client: HorizonClient
    let transport: RecordedTransport

    init(base: String = "http://127.0.0.1:8000/", _ answers: Result<HTTPResponse, HTTPError>...) throws {
        transport = RecordedTransport(answers: answers)
        client = HorizonClient(base: try HTTPURL(base), transport: transport)
    }

    init(_ name: String, status: Int = 200) throws {
        try self.init(.success(try Recording.response(name, status: status)))
    }

    init(text: String, status: Int = 200, headers: [HTTPHeader] = []) throws {
        try self.init(.success(HTTPResponse(status: status, headers: headers, body: Array(text.utf8))))
    }

    /// Path and query of the requests so far, as sent.
    var targets: [String] { transport.requests.map { $0.url.path + ($0.url.query.map { "?\($0)" } ?? "") } }
}
