// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import SafeFiles
package import Stellar
package import StellarXDR

/// A request to sign something, read from what a user gave: what is to be signed, and what is claimed about it.
package struct ParsedRequest: Sendable {
    /// The input; nil for a payload, which is given as bytes.
    @Indirect package private(set) var source: TransactionInput?
    /// The request document, if the input is one.
    @Indirect package private(set) var request: SigningRequest?
    /// The request for another chain, if the input is one.
    @Indirect package private(set) var chain: ChainRequest?
    /// The device request, if the input is one; the response uses the same dialect.
    @Indirect package private(set) var device: DeviceRequest?
    package private(set) var subject: ReviewInput.Subject
    @Indirect private var link: SEP7Transaction?
    private var claims = Claims()
    /// Attached transactions that this one authorizes in advance: those that the user gave.
    private var attached: [TransactionEnvelope] = []
    /// Those at which the request hints.
    private var hinted: [TransactionEnvelope] = []

    /// Reads a request. A bare hash becomes what `attach` finds for it.
    ///
    /// - Parameters:
    ///   - networks: the network as the user names it, for input that does not name its own.
    ///   - attaching: how many transactions will be attached.
    /// - Throws: `.usage` if transactions cannot be attached to this input or the network is missing, `.badInput` for
    ///   input that is not a request.
    package init(_ input: TransactionInput, _ networks: NetworkSelection, attaching count: Int = 0) throws(Failure) {
        source = input
        let device: DeviceRequest? = if case .device(let device) = input.input.content { device } else { nil }
        self.device = device
        let isBareHash = device?.isBareHash ?? false
        if isBareHash, count > 1 {
            throw Failure(.usage, "a bare hash is of one transaction: \(field: .envelope) once")
        }
        var request: SigningRequest?
        var link: SEP7Transaction?
        var chain: ChainRequest?
        switch input.input.content {
        case .envelope:
            subject = try Self.subject(input, networks)
        case .request(let document):
            request = document
            let network = try networks.resolve(documented: document.network)
            claims = Claims(document)
            guard claims.signerCount <= Claims.mostSigners else {
                throw Failure(
                    .badInput,
                    "\(input.origin): the request names \(claims.signerCount) signers, more than \(Claims.mostSigners)")
            }
            switch document.content {
            case .transaction(let envelope), .challenge(let envelope, _):
                subject = .envelope(envelope, on: network)
            case .message(let message): subject = .message(message.bytes)
            case .authorization(let asked): subject = .authorization(asked, on: network)
            }
        case .chainRequest(let asked):
            claims = Claims(asked)
            chain = asked
            subject = .chainMessage(asked.message)
        case .device(let device):
            claims = Claims(device)
            if case .hash(let hash) = device.subject {
                subject = .bareHash(hash)
            } else {
                subject = try Self.subject(input, networks)
            }
        case .link(let found):
            link = found
            subject = try Self.subject(input, networks)
            claims.signers = found.publicKey.map { [MuxedAccount($0)] } ?? []
        case .response, .chainResponse, .chainSignature, .signature, .accounts, .addressRequest:
            throw input.noTransaction
        }
        self.chain = chain
        self.request = request
        self.link = link
        guard count == 0 || isBareHash || !preauthorized.isEmpty else {
            throw Failure(
                .usage,
                "\(field: .envelope) goes with a bare hash, or with a transaction that authorizes another in advance")
        }
        hinted = hintedTransactions()
    }

    /// The payload of a signed-payload signer (CAP-40), given as such.
    ///
    /// - Parameter text: 1 to 64 bytes in hexadecimal digits.
    package init(payload text: String) throws(Failure) {
        guard let bytes = try? Hex.decode(text), (1...64).contains(bytes.count) else {
            throw Failure(.badInput, .payload, "1 to 64 bytes in hexadecimal digits")
        }
        source = nil
        request = nil
        device = nil
        chain = nil
        link = nil
        subject = .payload(bytes)
    }

    /// A file, to be signed in minisign's format.
    ///
    /// - Parameter comment: the trusted comment; nil for `file:NAME`.
    /// - Throws: `.noInput` for a missing file, `.badInput` for a file of more than 64 MiB and for a comment that is
    ///   not one line of printable ASCII.
    package init(file path: String, comment: String?) throws(Failure) {
        let content: [UInt8]
        do { content = try SafeFiles.read(path, limit: Self.largestFile) } catch { throw Failure(any: error) }
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        guard let statement = FileStatement(name: name, content: content, comment: comment) else {
            throw Failure(
                .badInput, .comment, "1 to \(FileStatement.longestComment) characters of printable ASCII on one line",
                hint: comment == nil ? "give \(field: .comment): the default contains the file's name" : nil)
        }
        source = nil
        request = nil
        device = nil
        chain = nil
        link = nil
        subject = .file(statement)
    }

    private static let largestFile = 64 << 20

    /// Attaches a transaction that the request is about: the one that a bare hash is of, or one whose hash becomes a
    /// signer.
    ///
    /// - Throws: `.refused` for another transaction than that of the bare hash, `.badInput` for one that is not
    ///   authorized here.
    package mutating func attach(_ input: TransactionInput, _ networks: NetworkSelection) throws(Failure) {
        if case .bareHash(let hash) = subject {
            subject = try Self.subject(hash, of: try ParsedRequest(input, networks))
            return
        }
        guard let network else { throw noTransaction }
        let found: TransactionEnvelope
        switch input.input.content {
        case .envelope(let bare): found = bare
        case .request(let other):
            guard other.network == network, let envelope = other.envelope else {
                throw Failure(.badInput, "\(input.origin): this is for another network, or a message")
            }
            found = envelope
        default: throw input.noTransaction
        }
        guard preauthorized.contains(found.hash(on: network).hash) else {
            throw Failure(.badInput, "\(input.origin): its hash does not become a signer here")
        }
        if !attached.contains(found) { attached.append(found) }
    }

    private static func subject(
        _ input: TransactionInput, _ networks: NetworkSelection
    ) throws(Failure) -> ReviewInput.Subject {
        guard let given = input.transaction else { throw input.noTransaction }
        return .envelope(given.envelope, on: try given.network(networks))
    }

    private static func subject(_ hash: TransactionHash, of given: ParsedRequest) throws(Failure) -> ReviewInput.Subject
    {
        guard case .envelope(let envelope, let network) = given.subject else { throw given.noTransaction }
        guard envelope.hash(on: network) == hash else {
            throw Failure(
                .refused,
                "\(given.origin): this hashes to \(envelope.hash(on: network).hex), but the request is for \(hash.hex)",
                hint: "the network may be another one")
        }
        return given.subject
    }

    /// The hashes of transactions that this one authorizes in advance.
    private var preauthorized: Set<Hash> {
        if case .envelope(let envelope, _) = subject { envelope.preauthorized } else { [] }
    }

    /// The transactions at which the request hints and that this one authorizes in advance.
    private func hintedTransactions() -> [TransactionEnvelope] {
        guard case .envelope(_, let network) = subject, let request else { return [] }
        let allowed = preauthorized
        guard !allowed.isEmpty else { return [] }
        var found: [TransactionEnvelope] = []
        for envelope in request.hinted.preauthorizations?.compactMap(\.self) ?? []
        where !found.contains(envelope) && allowed.contains(envelope.hash(on: network).hash) {
            found.append(envelope)
        }
        return found
    }

    /// What the request brings to read the names of contracts from.
    package var material: [AuthorizationRequest.Material] {
        guard case .authorization(let asked, _) = subject else { return claims.contracts }
        return asked.contracts + claims.contracts
    }

    /// The review input without the vault's part, which `VaultContext` adds.
    ///
    /// - Parameter book: has the keys for verifying the signatures of links.
    package func input(now: Timestamp, book: Book) -> ReviewInput {
        var input = ReviewInput(subject, now: now)
        input.claims = claims
        if let link { input.claims.link = LinkClaims(link, book: book) }
        input.companions = attached + hinted.filter { !attached.contains($0) }
        return input
    }

    /// The bytes to sign directly; nil for everything that has a hash.
    package var payload: [UInt8]? { if case .payload(let bytes) = subject { bytes } else { nil } }

    /// The bytes whose signature has no hash: a payload, or a file's BLAKE2b-512.
    package var unhashed: [UInt8]? { if case .file(let file) = subject { file.blake2b } else { payload } }

    /// The name of the input in errors.
    package var origin: String { source?.origin ?? "the payload" }

    package var noTransaction: Failure { source?.noTransaction ?? Failure(.badInput, "this is not a transaction") }

    /// The network; nil if the input has none.
    package var network: Network? { subject.network }

    /// The envelope and its network; nil for everything else.
    package var transaction: (envelope: TransactionEnvelope, network: Network)? {
        if case .envelope(let envelope, let network) = subject { (envelope, network) } else { nil }
    }

    /// The keys that have to sign, the payer's first; for a message for another chain, the one of its address.
    package var identitiesToSign: [KeyIdentity] {
        if let chain { [.other(chain.message.address)] } else { accountsToSign.map { .stellar($0) } }
    }

    /// The accounts that have to sign, the payer first; for a login or message, the requested signers; for an
    /// authorization entry, its account and those.
    package var accountsToSign: [AccountID] {
        let named = request?.signers ?? []
        if case .authorization(let asked, _) = subject,
            case .account(let account)? = asked.entry.credentials.address?.address
        {
            return [account] + named
        }
        guard let transaction else { return named }
        return transaction.envelope.accountsToSign + named
    }
}

extension Claims {
    /// What a device request claims.
    fileprivate init(_ asked: DeviceRequest) {
        self.init()
        note = asked.origin
        keyPath = asked.path.text
        keyFingerprint = asked.fingerprint.map { fingerprint in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: fingerprint >> UInt32($0)) }
        }
        keyAccount = asked.account
    }

    /// What a request document claims.
    fileprivate init(_ request: SigningRequest) {
        self.init()
        kind =
            switch request.kind {
            case .transaction: .transaction
            case .challenge: .challenge
            case .message: .message
            case .authorization: .authorization
            }
        note = request.note
        signers = request.signers.map { MuxedAccount($0) }
        take(hints: .object(request.hints))
        switch request.content {
        case .challenge(_, let challenge): self.challenge = challenge
        case .authorization(let asked):
            (ledger, ledgerClosed) = (asked.claimedLedger, asked.claimedCloseTime)
            challenge = asked.challenge
        case .transaction, .message: break
        }
    }

    /// What a request for another chain claims; who asks and what for is part of the message.
    fileprivate init(_ request: ChainRequest) {
        self.init()
        kind = .message
        self.request = request.id.text
    }
}

extension DeviceRequest {
    fileprivate var isBareHash: Bool { if case .hash = subject { true } else { false } }
}

extension TransactionEnvelope {
    /// The accounts that have to sign, the payer first.
    package var accountsToSign: [AccountID] {
        [feeSource.account] + innermost.requiredThresholds.map(\.account)
    }
}

extension ReviewInput {
    /// The accounts that have to sign, according to the transaction.
    package var accountsToSign: [AccountID] {
        guard case .envelope(let envelope, _) = subject else { return [] }
        return envelope.accountsToSign
    }
}
