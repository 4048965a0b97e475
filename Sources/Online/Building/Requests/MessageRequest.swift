// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Faults
package import Handoff
import Review
package import Stellar
import StellarXDR
import TextCodec

/// Makes the request to sign a message (SEP-53). The network is not used.
package struct MessageRequest: Sendable {
    /// The maximum number of bytes: text that a person can be expected to read, and far below what a request may hold.
    package static let limit = 64 << 10

    private let account: AccountID

    /// - Parameter account: the account whose key is to sign: `G…`, or a contact.
    package init(account: AccountReference, context: OnlineContext) throws(Failure) {
        var finder = AccountFinder(context.offline)
        let found = try finder.find(account, .account)
        // The error of an M... address is that of the text.
        self.account =
            found.account.id == nil ? found.account.account : try FieldID.account.value(of: found.account.address)
    }

    /// The request to sign a message.
    ///
    /// - Parameter network: a message belongs to no network, but the document must name one; nothing depends on it.
    /// - Throws: `.badInput` for a message that the signer would refuse. A secret key is not repeated in the error.
    package func request(
        for content: MessageContent, network: NetworkSelection, clock: () throws(Failure) -> Timestamp, note: String?,
        noting notices: inout [Notice]
    ) throws(Failure) -> BuiltRequest {
        guard content.bytes.count <= Self.limit else {
            throw Failure(.badInput, "a message has at most \(Self.limit) bytes, not \(content.bytes.count)")
        }
        try checkLook(of: content, noting: &notices)
        let now = try clock()
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
    private func checkLook(
        of content: MessageContent, noting notices: inout [Notice]
    ) throws(Failure) {
        switch MessageLook(content.bytes) {
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
