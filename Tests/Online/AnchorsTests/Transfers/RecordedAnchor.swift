// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Foundation
import HTTP
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Synchronization
import TestSupport

@testable import Anchors

/// An anchor with prepared responses, the requests that it received, and a folder for the session.
final class RecordedAnchor: Sendable {
    static let account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    static let issuer = "GC457CLNAUSJLWOHGRUD3VLBXKGOM3JJKKGMXPRJNR6BAJB5K3PXYX3Z"
    static let info = #"{"deposit":{"USDC":{"enabled":true,"min_amount":10,"fee_fixed":1}},"withdraw":{}}"#

    enum Answer {
        case ok(String)
        case refused(Int, String)
        /// The connection ended after the request was sent.
        case lost
    }

    struct Exhausted: Error {}

    private let temporary = TemporaryFolder()
    var folder: String { temporary.path("online") }
    private let answers: Mutex<[String: [Answer]]>
    private let asked = Mutex<[String]>([])

    /// - Parameter answers: by method and path, in order; the last one is repeated.
    init(_ answers: [String: [Answer]]) {
        var answers = answers
        answers["GET /.well-known/stellar.toml", default: []].append(.ok(Self.toml))
        self.answers = Mutex(answers)
    }

    private static let toml = """
        NETWORK_PASSPHRASE = "Test SDF Network ; September 2015"
        TRANSFER_SERVER = "https://anchor.example/sep6"
        KYC_SERVER = "https://anchor.example/kyc"
        ANCHOR_QUOTE_SERVER = "https://anchor.example/sep38"
        [[CURRENCIES]]
        code = "USDC"
        issuer = "\(issuer)"
        """

    /// Method and path of the requests so far.
    var requests: [String] { asked.withLock { $0 } }

    func count(_ request: String) -> Int { requests.count { $0 == request } }

    private func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        let key = "\(request.method.rawValue) \(request.url.path)"
        asked.withLock { $0.append(key) }
        let answer = answers.withLock { answers -> Answer in
            guard let first = answers[key]?.first else { return .refused(404, #"{"error":"not recorded: \#(key)"}"#) }
            if answers[key]?.count ?? 0 > 1 { answers[key]?.removeFirst() }
            return first
        }
        switch answer {
        case .ok(let text): return .success(HTTPResponse(status: 200, body: Array(text.utf8)))
        case .refused(let status, let text): return .success(HTTPResponse(status: status, body: Array(text.utf8)))
        case .lost: return .failure(.timedOut(host: "anchor.example", .mayHaveArrived))
        }
    }

    /// A session with a stored login.
    func loggedIn() throws -> AnchorSession {
        let session = try session()
        try TokenStore(folder: folder).keep(
            try token(), of: try session.someone(), at: session.domain, on: session.network)
        return session
    }

    func session(now: UInt64 = 1_790_000_000) throws -> AnchorSession {
        let settings = AnchorSettings(
            transport: RecordedTransport { [self] in answer($0) }, folder: folder, clock: { Timestamp(now) },
            recordClock: { Timestamp(now) }
        ) { network throws(Failure) in
            throw Failure(.unreachable, "there is no ledger in this test")
        }
        return try AnchorSession(
            homeDomain: "anchor.example", client: WebAuthClient(try MuxedAccount(address: Self.account)),
            network: .testnet, settings: settings)
    }

    func token() throws -> AccessToken {
        let parts = [#"{"alg":"HS256"}"#, #"{"exp":4000000000}"#, "signature"].map {
            Data($0.utf8).base64EncodedString().replacing("=", with: "")
        }
        return try AccessToken(parts.joined(separator: "."))
    }

    /// The job of a deposit of 100 USDC, with settled details.
    func deposit(
        isAttended: Bool = true, sources: CustomerSources = CustomerSources(),
        fields: [(name: String, value: String)] = []
    ) throws -> TransferJob {
        var parameters = try TransferParameters(.deposit)
        (parameters.asset, parameters.amount, parameters.fields) = ("USDC", DecimalText("100"), fields)
        return try TransferJob(parameters, at: try loggedIn(), sources: sources, isAttended: isAttended) {
            text throws(Failure) in
            do throws(StrKeyError) { return try AccountID(address: text) } catch {
                throw Failure(.badInput, Wording(error.message))
            }
        }
    }

    /// The job of transfer 1, as a new run resumes it.
    func resumed(isAttended: Bool = true) throws -> TransferJob {
        let session = try loggedIn()
        let journal = try session.settings.journals.open()
        let record = try LocalTransfer.numbered(1, in: journal)
        return try TransferJob(
            resuming: record, at: session, sources: CustomerSources(), isAttended: isAttended, in: journal)
    }

    /// The recorded transfer 1.
    func record() throws -> RecordedTransfer {
        try LocalTransfer.numbered(1, in: try session().settings.journals.open())
    }
}

extension TransferJob {
    /// Calls `next` until a step satisfies the condition.
    mutating func until(
        _ first: TransferAnswer? = nil, _ isIt: (TransferStep) -> Bool
    ) throws -> TransferStep {
        var answer = first
        for _ in 0..<50 {
            guard let step = try next(answer) else { break }
            answer = nil
            if isIt(step) { return step }
        }
        throw RecordedAnchor.Exhausted()
    }

    mutating func untilSummary(_ first: TransferAnswer? = nil) throws {
        _ = try until(first) { if case .summary = $0 { true } else { false } }
    }
}
