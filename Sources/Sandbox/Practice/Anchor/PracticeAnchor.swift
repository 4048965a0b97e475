// SPDX-License-Identifier: Apache-2.0

import Codec
package import Crypto
package import LedgerRules
package import Stellar
import StellarXDR

/// An anchor for practice, on a practice ledger: SEP-1, 6, 10, 12, 24, 38 and 45 for the asset SRT, with the special
/// cases that a client must handle.
///
/// It uses the ledger only once it gets a request. What takes time elsewhere (the bank, the checks) takes a few seconds
/// of the clock here, computed when a request arrives or `advance` is called. All state is in memory and bounded.
package actor PracticeAnchor {
    /// The duration of each step of a transfer that does not wait for the user, in seconds.
    package static let step: UInt64 = 2
    /// The maximum number of each of customers, files, quotes and transfers.
    static let most = 2000
    /// The maximum size in bytes of a request body: to `/sep12`, which may contain files, and to other paths.
    package static let fileLimit = 10 << 20
    package static let bodyLimit = 64 << 10

    let ledger: PracticeLedger
    let accounts: PracticeAccounts
    let randomness: any Randomness & Sendable
    let tokens: TokenMaker
    private let clock: @Sendable () -> UInt64

    /// The challenges that can still be answered, with their expiry times. The signing key is public, so that its
    /// signature proves little.
    var challenges: [TransactionHash: UInt64] = [:]
    var customers = CustomerBook()
    var quotes: [String: Quote] = [:]
    var quoteOrder: [String] = []
    var transfers = TransferBook()
    /// The number of ledger transactions already examined.
    var seenRecords = 0
    private var opening: Task<Bool, Never>?

    /// - Parameter clock: returns the time in seconds since 1970.
    package init(
        ledger: PracticeLedger, network: Network, randomness: any Randomness & Sendable = SystemRandomness(),
        clock: @escaping @Sendable () -> UInt64
    ) throws(SodiumError) {
        self.ledger = ledger
        self.clock = clock
        self.randomness = randomness
        accounts = try PracticeAccounts(network: network)
        tokens = try TokenMaker(randomness)
    }

    var now: UInt64 { clock() }

    /// Whether a path belongs to the anchor.
    package static func serves(_ path: [String]) -> Bool {
        path == [".well-known", "stellar.toml"]
            || ["auth", "sep6", "sep12", "sep24", "sep38", "sep45"].contains(path.first)
    }

    package func answer(to request: AnchorRequest) async -> AnchorReply {
        if request.method == "OPTIONS" { return AnchorReply(204, .nothing) }
        do throws(AnchorProblem) {
            try await open(request.site)
            await catchUp()
            return try await route(request)
        } catch {
            return AnchorReply(error)
        }
    }

    private func route(_ request: AnchorRequest) async throws(AnchorProblem) -> AnchorReply {
        switch request.path.first {
        case "auth" where request.path.count == 1: return try await logIn(request)
        case "sep45" where request.path.count == 1: return try await logInContract(request)
        case "sep6": return try transferAnswer(request)
        case "sep12": return try customerAnswer(request)
        case "sep24": return try hostedAnswer(request)
        case "sep38": return try quoteAnswer(request)
        case ".well-known":
            guard request.method == "GET" else { throw .methodNotAllowed }
            return AnchorReply(200, .toml(StellarTomlText(accounts: accounts, site: request.site).text))
        default: throw .notFound
        }
    }

    /// The session of a request, according to its token.
    ///
    /// - Parameter refusal: the error that the SEP in question requires without a valid token.
    func session(_ request: AnchorRequest, or refusal: (String) -> AnchorProblem) throws(AnchorProblem) -> Session {
        guard let token = request.bearer else { throw refusal("A token is missing: log in first (SEP-10, SEP-45).") }
        do throws(TokenMaker.TokenError) { return try tokens.session(token, at: now) } catch {
            switch error {
            case .foreign: throw refusal("The token is not of this anchor: log in again.")
            case .expired: throw refusal("The token has expired: log in again.")
            }
        }
    }

    /// Creates the anchor's accounts once; concurrent requests wait for that.
    private func open(_ site: AnchorSite) async throws(AnchorProblem) {
        let task = opening ?? Task { await self.makeAccounts(homeDomain: site.mainDomain) }
        opening = task
        guard await task.value else {
            opening = nil
            throw AnchorProblem(503, "The anchor's accounts cannot be made on this ledger.")
        }
    }
}
