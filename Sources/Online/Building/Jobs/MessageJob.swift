// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Review
package import Stellar
import StellarXDR
package import Workspace

/// Requests the signature of a message (SEP-53). The network is not used.
package struct MessageJob: SingleRequestJob {
    /// The maximum number of bytes: text that a person can be expected to read, and far below what a request may hold.
    package static let limit = 64 << 10

    private let account: AccountID
    private let content: MessageContent
    private let network: NetworkSelection
    private let note: String?
    private let now: Timestamp
    package let context: OnlineContext

    /// - Parameters:
    ///   - account: the account whose key is to sign: `G…`, or a contact.
    ///   - network: a message belongs to no network, but the document must name one; nothing depends on it.
    ///   - note: for the signer.
    package init(
        _ content: MessageContent, by account: AccountReference, network: NetworkSelection, note: String?,
        now: Timestamp, in context: OnlineContext
    ) throws(Failure) {
        (self.content, self.network, self.note) = (content, network, note)
        (self.now, self.context) = (now, context)
        var finder = AccountFinder(context.offline)
        let found = try finder.find(account, .account)
        // The error of an M... address is that of the text.
        self.account =
            found.account.id == nil ? found.account.account : try FieldID.account.value(of: found.account.address)
    }

    /// Requests the proof that the holder of a key can sign with it: what `SignersJob` asks for.
    package init(
        proofOf account: AccountReference, network: NetworkSelection, note: String?, now: Timestamp,
        in context: OnlineContext
    ) throws(Failure) {
        let found = try Self(
            MessageContent(text: ""), by: account, network: network, note: note, now: now, in: context)
        self.init(found, MessageContent(text: KeyProof(of: found.account).text))
    }

    private init(_ other: Self, _ content: MessageContent) {
        (account, self.content, network) = (other.account, content, other.network)
        (note, now, context) = (other.note, other.now, other.context)
    }

    /// - Throws: `.badInput` for a message that the signer would refuse. A secret key is not repeated in the error.
    package func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest {
        guard content.bytes.count <= Self.limit else {
            throw Failure(.badInput, "a message has at most \(Self.limit) bytes, not \(content.bytes.count)")
        }
        try checkLook(noting: &notices)
        var generator = SystemRandomNumberGenerator()
        let request = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: (try network.given() ?? .public).passphrase,
            content: .message(content), signers: [account], note: note, created: now,
            hints: JSONObject([("version", 1)]))
        let hash = StellarMessage.hash(of: content.bytes)
        return BuiltRequest(
            request, hash: hash, created: now,
            facts: [.fact(.hash, Wording(hash.hex)), .fact(.words, Wording(CheckWords.text(of: hash)))])
    }

    /// Rejects a message that the signer would refuse. A secret key is not repeated in the error.
    private func checkLook(noting notices: inout [Notice]) throws(Failure) {
        switch MessageKind(content.bytes) {
        case nil: break
        case .hash?:
            notices.append(
                .warning(.messageLikeHash, "the message looks like a hash: the signer requires a confirmation"))
        case .secret?:
            throw Failure(
                .badInput, "the message contains a secret key or a mnemonic; nothing was recorded",
                hint: "anyone who has seen it controls the account: move its funds to another key")
        case let look?:
            throw Failure(
                .badInput, "the message could be mistaken for \(look.rawValue): the signer would refuse it",
                hint: "to see what it is: \(step: .sign(.inspect))")
        }
    }
}

extension MessageContent {
    /// The content of a file: text if its bytes are valid text, so that the signer can show it.
    package init(read bytes: [UInt8]) {
        self = String(validating: bytes, as: UTF8.self).map(MessageContent.init(text:)) ?? MessageContent(bytes: bytes)
    }
}
