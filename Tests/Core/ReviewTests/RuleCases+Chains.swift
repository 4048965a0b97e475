// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR

/// Messages for other chains than Stellar.
extension RuleCases {
    private static let domain = "transfer.meso.network"

    private static func signIn(to domain: String, as address: ChainAddress = ChainSample.solana) -> ChainMessage {
        ChainSample.message(
            """
            \(domain) wants you to sign in with your Solana account:
            \(address.text)

            Verify.

            URI: https://\(domain)
            Version: 1
            Nonce: 12345678
            """)
    }

    static let chains = [
        RuleCase(.chainMessage, .warn, "a message for Solana") { $0.ask(ChainSample.message()) },
        RuleCase(.chainMessage, .warn, "a message for Ethereum") {
            $0.ask(ChainSample.message(to: ChainSample.ethereum), of: SigningKey(.other(ChainSample.ethereum)))
        } not: {
            $0.subject = .message(Array("hello".utf8))
        },
        RuleCase(.otherChain, .refuse, "a message for another address of the chain") {
            $0.ask(ChainSample.message(to: ChainSample.other))
        } not: {
            $0.ask(ChainSample.message())
        },
        RuleCase(.otherChain, .refuse, "a message for Solana and a key of Ethereum") {
            $0.ask(ChainSample.message(), of: SigningKey(.other(ChainSample.ethereum)))
        },
        RuleCase(.otherChain, .refuse, "a message for Ethereum and a key of Solana") {
            $0.ask(ChainSample.message(to: ChainSample.ethereum))
        },
        RuleCase(.otherChain, .refuse, "a message for Solana and a key of Stellar") {
            $0.ask(ChainSample.message(), of: SigningKey(alice.account))
        } not: {
            $0.ask(ChainSample.message(), of: nil)
        },
        RuleCase(.otherChain, .refuse, "a transaction and a key of Solana") {
            $0.setUp = { $0.key = SigningKey(.other(ChainSample.solana)) }
        },
        RuleCase(.otherChain, .refuse, "a SEP-53 message and a key of Solana") {
            $0.subject = .message(Array("hello".utf8))
            $0.setUp = { $0.key = SigningKey(.other(ChainSample.solana)) }
        },
        RuleCase(.otherChain, .refuse, "a payload and a key of Solana") {
            $0.subject = .payload([UInt8](repeating: 7, count: 64))
            $0.setUp = { $0.key = SigningKey(.other(ChainSample.solana)) }
        },
        RuleCase(.otherChain, .refuse, "a bare hash and a key of Ethereum") {
            $0.subject = .bareHash(TransactionHash(hash(9)))
            $0.setUp = { $0.key = SigningKey(.other(ChainSample.ethereum)) }
        },
        RuleCase(.chainText, .refuse, "32 bytes, which could be a hash of Stellar") {
            $0.ask(ChainSample.message("0123456789abcdef0123456789abcdef"))
        } not: {
            $0.ask(ChainSample.message("0123456789abcdef0123456789abcde"))
        },
        RuleCase(.chainText, .refuse, "a sign-in text for another address") {
            $0.ask(signIn(to: domain, as: ChainSample.other))
        } not: {
            $0.ask(signIn(to: domain))
        },
        RuleCase(.chainText, .refuse, "a sign-in text for another domain") {
            $0.ask(signIn(to: "evil.example"))
        } not: {
            $0.ask(signIn(to: domain))
        },
        RuleCase(.chainText, .refuse, "a transaction of Stellar") {
            let envelope = Base64.encode(Scenario().envelope.xdr)
            $0.ask(ChainSample.message(envelope))
        },
        RuleCase(.chainText, .hold, "64 hexadecimal digits") {
            $0.ask(ChainSample.message(String(repeating: "a1", count: 32)))
        } not: {
            $0.ask(ChainSample.message(String(repeating: "a1", count: 31)))
        },
        RuleCase(.answeredRequest, .refuse, "a page that has stopped waiting") {
            $0.ask(ChainSample.message(expires: Timestamp(now.seconds - 1)))
        } not: {
            $0.ask(ChainSample.message(expires: now))
        },
        RuleCase(.answeredRequest, .refuse, "a request that was answered") {
            $0.ask(ChainSample.message())
            let setUp = $0.setUp
            $0.setUp = {
                setUp(&$0)
                $0.history = AnsweredHistory()
            }
        } not: {
            $0.ask(ChainSample.message())
            let setUp = $0.setUp
            $0.setUp = {
                setUp(&$0)
                $0.claims.request = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                $0.history = AnsweredHistory()
            }
        },
    ]
}

/// A history in which one request was answered, and nothing else happened.
private struct AnsweredHistory: SigningHistory {
    func answered(request: String) -> Timestamp? {
        request == "0f8fad5b-d9cb-469f-a165-70867728950e" ? Timestamp(now.seconds - 60) : nil
    }
    func signed(_ hash: TransactionHash) -> Timestamp? { nil }
    func signedByKey(_ hash: TransactionHash) -> Timestamp? { nil }
    func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? { nil }
    func latestSequence(of source: AccountID, on network: Network) -> Int64? { nil }
    func destinations(like address: StrKey) -> [StrKey] { [] }
    func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] { [:] }
}
