// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
public import ColdstarStellar
import Handoff
import Journal
import Stellar
import StellarXDR
import Workspace

/// A request to sign, recorded in the journal: carry its text to the signer.
public struct SigningRequest: Hashable, Sendable {
    /// A way to write a request.
    public struct Format: Hashable, Sendable {
        let value: TransactionFormat

        /// The request as JSON.
        public static let document = Format(value: .request)
        /// A Uniform Resource, one part on each line: to be shown as one or several QR codes.
        public static let ur = Format(value: .ur)
        /// A SEP-7 link, for other wallets.
        public static let link = Format(value: .sep7)
    }

    /// Something about a request that a person should look at before it is signed.
    public struct Warning: Hashable, Sendable {
        /// What it is about, in lower case and with hyphens, such as `repeated` for a payment that was made or
        /// requested before. More may be added.
        public let code: String
        /// One sentence in lower case.
        public let message: String
    }

    /// What will be signed.
    public let transaction: ColdstarStellar.Transaction
    /// The hash that will be signed: compare its check words with those on the signer's screen.
    public let hash: ColdstarStellar.TransactionHash
    /// What is requested, in lines for a person: operations, hash, network, fee and validity. Empty for a request of a
    /// batch.
    public let summary: [String]
    /// What a person should know about the request, such as other transactions with the same sequence number: one line
    /// each, ``warnings`` among them.
    public let notices: [String]
    /// Those of the notices that a person should look at.
    public let warnings: [Warning]
    let value: Handoff.SigningRequest

    init(_ built: BuiltRequest, notices: [Notice]) throws(Failure) {
        guard let envelope = built.request.envelope else {
            throw Failure(.bug, "a request was built without a transaction")
        }
        value = built.request
        transaction = ColdstarStellar.Transaction(envelope)
        hash = ColdstarStellar.TransactionHash(built.hash)
        summary = built.facts.map { Redaction.apply($0.line(in: PlainStyle())) }
        self.notices = notices.map { Redaction.apply($0.line(in: PlainStyle())) }
        warnings = Warning.all(notices)
    }

    /// A request from its text: one that this program has kept, or that came from elsewhere. Nothing about it is
    /// checked but its form, and it is not recorded; ``OnlineClient/recordedRequest(_:)`` reads one from the journal.
    ///
    /// - Parameter text: a request's document or Uniform Resource.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for anything else, also for a request of a
    ///   message or an authorization.
    public init(parsing text: String) throws(ColdstarError) {
        do throws(HandoffError) {
            guard case .request(let request) = try HandoffInput.recognise(text).content,
                let envelope = request.envelope
            else { throw .notRecognised }
            value = request
            transaction = ColdstarStellar.Transaction(envelope)
            hash = ColdstarStellar.TransactionHash(envelope.hash(on: request.network))
            (summary, notices, warnings) = ([], [], [])
        } catch { throw ColdstarError(error) }
    }

    /// A recorded request of a batch, with what should be known about the batch.
    init(_ record: RecordedRequest, notices: [Notice]) throws(Failure) {
        let request = try record.parsed()
        guard let envelope = request.envelope else {
            throw Failure(.bug, "a request was built without a transaction")
        }
        value = request
        transaction = ColdstarStellar.Transaction(envelope)
        hash = ColdstarStellar.TransactionHash(record.hash)
        summary = []
        self.notices = notices.map { Redaction.apply($0.line(in: PlainStyle())) }
        warnings = Warning.all(notices)
    }

    /// The request as text, without a final line feed.
    public func text(_ format: Format = .document) throws(ColdstarError) -> String {
        do { return try format.value.text(of: value) } catch { throw ColdstarError(error) }
    }
}

extension SigningRequest.Warning {
    /// In lower case, with a hyphen before each word but the first.
    private static func code(_ name: String) -> String {
        name.reduce(into: "") { code, character in
            if character == " " {
                code.append("-")
            } else if character.isUppercase {
                code.append("-")
                code += character.lowercased()
            } else {
                code.append(character)
            }
        }
    }

    fileprivate static func all(_ notices: [Notice]) -> [Self] {
        notices.filter { $0.severity == .warning }.map { notice in
            Self(
                code: Self.code(notice.code.rawValue),
                message: Redaction.apply(notice.text.text(in: PlainStyle())))
        }
    }
}

/// A request to sign a message, recorded in the journal: carry its text to the signer.
///
/// - Source: SEP-53.
public struct MessageRequest: Hashable, Sendable {
    /// The hash that will be signed: compare its check words with those on the signer's screen.
    public let hash: ColdstarStellar.TransactionHash
    /// What is requested, in lines for a person.
    public let summary: [String]
    private let value: Handoff.SigningRequest

    init(_ built: BuiltRequest) {
        value = built.request
        hash = ColdstarStellar.TransactionHash(built.hash)
        summary = built.facts.map { Redaction.apply($0.line(in: PlainStyle())) }
    }

    /// The request as text, without a final line feed.
    ///
    /// - Parameter format: not a link.
    public func text(_ format: SigningRequest.Format = .document) throws(ColdstarError) -> String {
        do { return try format.value.text(of: value) } catch { throw ColdstarError(error) }
    }
}
