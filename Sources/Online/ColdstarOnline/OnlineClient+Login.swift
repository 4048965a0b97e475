// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Anchor
import Building
public import ColdstarStellar
import Faults
import Handoff
import Horizon
import Journal
import Stellar
import StellarXDR
import Submitter
import Transfers

extension OnlineClient {
    /// Fetches a login challenge from an anchor, checks it, and records the request to sign it. A challenge is valid for about 15 minutes.
    ///
    /// - Parameters:
    ///   - homeDomain: the anchor's domain, such as `example.com`.
    ///   - account: who logs in.
    ///   - memo: the id of a user of a shared account; not with an `M…` address.
    ///   - clientDomain: the domain of a wallet, whose key signs too; nil for none.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/protocolViolation`` for a challenge that must not be signed.
    /// - Source: SEP-10 §Challenge.
    public func loginRequest(
        at homeDomain: String, as account: Account, memo: UInt64? = nil, clientDomain: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            let session = try session(homeDomain)
            let login = LoginRequest(
                at: session.toml, on: network.value, by: session.transport,
                allowsLoopback: session.settings.allowsLoopback)
            let clock = session.settings.clock
            let built = try login.request(
                for: account.value, memo: memo, clientDomain: clientDomain, note: nil
            ) { () throws(Failure) in clock() }
            return try record(built, notices: [])
        } catch { throw ColdstarError(error) }
    }

    /// Exchanges a signed challenge for the anchor's token, and keeps it in the folder, readable by its owner only.
    ///
    /// The challenge is sent only to the server that the home domain names now, and only if that server's key made it.
    /// - Parameter signed: the signed challenge, or the response to a request of this journal.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for what is not a signed challenge, or has expired;
    ///   ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` if the anchor does not accept the signatures; and
    ///   ``/ColdstarStellar/ColdstarError/Kind/protocolViolation`` for an answer that is not a token for this login.
    /// - Source: SEP-10 §Token.
    public func login(_ signed: String) throws(ColdstarError) -> Login {
        do throws(Failure) {
            let source = try TransactionInput(Array(signed.utf8), origin: "the signed challenge")
            let journal = try context.journal()
            let input = try SignedInput(source, request: nil, journal: journal, takesChallenges: true)
            try check(try choice.resolve(documented: input.network))
            let challenge = try SignedChallenge(input.envelope, origin: input.origin, on: network.value, at: now)
            return Login(try challenge.logIn(in: context))
        } catch { throw ColdstarError(error) }
    }

    private func session(_ homeDomain: String) throws(Failure) -> AnchorSession {
        let (context, servers) = (context, try context.horizon())
        let clock = { @Sendable () -> Timestamp in Timestamp(UInt64(max(0, context.clock()))) }
        let settings = AnchorSettings(
            transport: try servers.transport(), allowsLoopback: servers.allowsLoopback,
            folder: try context.folder.get(), clock: clock, recordClock: clock
        ) { network throws(Failure) in
            var notices: [Notice] = []
            return try context.ledger(of: network, noting: &notices)
        }
        return try AnchorSession(homeDomain: homeDomain, client: nil, network: network.value, settings: settings)
    }
}
