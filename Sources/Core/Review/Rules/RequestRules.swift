// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR

/// The rules, by family. `docs/REVIEW.md` explains each of them.
enum Rules {}

/// Rules about the request: the bytes, the kind, the network, the key, the link it came with.
extension Rules {
    static let requests = [
        Rule(
            .malformed,
            .transaction { context, findings in
                if context.transaction.operations.isEmpty { findings.refuse("a transaction without operations") }
                let number = context.transaction.seqNum
                if number < 0 { findings.refuse("the sequence number \(number), below all that an account can have") }
            }),
        Rule(
            .bareHash,
            .request { context, findings in
                guard case .bareHash = context.input.subject else { return }
                findings.refuse("signing a hash alone can authorize anything: give the transaction itself")
            }),
        Rule(
            .payloadOfHash,
            .request { context, findings in
                guard case .payload(let bytes) = context.input.subject, bytes.count == 32 else { return }
                findings.refuse(
                    "a payload of 32 bytes can be the hash of a transaction: give what it is the hash of")
            }),
        Rule(
            .payload,
            .request { context, findings in
                guard case .payload(let bytes) = context.input.subject, bytes.count != 32 else { return }
                findings.hold(
                    "the key signs these bytes as they are: \(Phrase(textOrHex: bytes))", typing: digits(of: bytes))
            }),
        Rule(
            .file,
            .request { context, findings in
                guard case .file = context.input.subject else { return }
                findings.warn(
                    "the signature proves to anyone that this key vouches for the file: compare its SHA-256 with the one you expect"
                )
            }),
        Rule(.otherKind, .request(kind)),
        Rule(.network, .request(network)),
        Rule(
            .unknownNetwork,
            .request { context, findings in
                guard let network = context.input.subject.network, network.name == nil,
                    !network.passphrase.isEmpty, network.lookAlike == nil
                else { return }
                let id = Hex.encode(network.id.bytes)
                findings.hold(
                    """
                    the network \(text: Array(network.passphrase.utf8)) is not one that this program knows: the signature is valid \
                    there and nowhere else. Compare the network id \(plain: id) with the operator's
                    """, typing: String(id.prefix(8)))
            }),
        Rule(
            .newProtocol,
            .request { context, findings in
                guard let version = context.input.claims.protocolVersion, version > Protocol.newestTested else {
                    return
                }
                findings.warn(
                    """
                    the request says that the network is at protocol \(version), and this version was tested with protocols up to \
                    \(Protocol.newestTested): what is new since then is not in this review. Use a newer version
                    """)
            }),
        Rule(.keyPath, .request(keyPath)),
        Rule(.foreignKey, .request(foreignKey)),
        Rule(
            .signedBefore,
            .request { context, findings in
                let history = context.input.history
                guard let hash = context.hash, let time = history.signed(hash) ?? history.signedByOther(hash) else {
                    return
                }
                if let own = history.signedByKey(hash) {
                    findings.info("signed before with this key, at \(own); the signature will be the same")
                } else if context.input.key == nil {
                    findings.info("signed before, at \(time)")
                } else {
                    findings.info(
                        "signed before with another key of this vault, at \(time); this key has not signed it"
                    )
                }
            }),
        Rule(
            .replaceable,
            .request { context, findings in
                guard let replace = context.input.claims.link?.replace else { return }
                findings.refuse(
                    """
                    the link asks to replace fields before signing, \(text: Array(replace.utf8)): fill them in with \(step: .build(.request))
                    """
                )
            }),
        Rule(.link, .request(link)),
        Rule(.login, .request(login), .transaction(noLogin)),
        Rule(
            .message,
            .request { context, findings in
                guard case .message(let bytes) = context.input.subject else { return }
                findings.warn(
                    """
                    a message of \(bytes.count) bytes: the signature proves to anyone who has it that this key agrees \
                    to it
                    """
                )
                look(bytes, &findings)
            }),
    ]

    /// What a message could be mistaken for.
    static func look(_ bytes: [UInt8], _ findings: inout Findings) {
        guard let look = MessageKind(bytes) else { return }
        let what: Phrase = "\(plain: look.rawValue)"
        switch look {
        case .hash:
            findings.hold(
                "the message can be \(what): the sender may want what it is the hash of to be signed",
                typing: digits(of: bytes))
        case .secret: findings.refuse("the message contains \(what): anyone who sees it controls the account")
        default:
            findings.refuse("the message can be taken for \(what), and is not signed as a message")
        }
    }

    /// Eight hex digits of the bytes' hash, so that the typed value is never text of the sender's choice.
    private static func digits(of bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(bytes).suffix(4)) }

    private static func kind(_ context: RequestContext, _ findings: inout Findings) {
        guard let claimed = context.input.claims.kind else { return }
        let matches =
            switch context.kind {
            case .transaction, .feeBump: claimed == .transaction
            case .challenge: claimed == .challenge
            case .message: claimed == .message
            case .authorization: claimed == .authorization
            case .hash, .payload, .file: false
            }
        if !matches {
            findings.refuse(
                "the request calls this a \(plain: claimed.rawValue), but it is a \(plain: context.kind.rawValue)")
        }
    }

    private static func network(_ context: RequestContext, _ findings: inout Findings) {
        guard let network = context.input.subject.network else { return }
        if network.passphrase.isEmpty { findings.refuse("no network passphrase") }
        if let known = network.lookAlike, let name = known.name {
            findings.refuse(
                """
                the network passphrase \(text: Array(network.passphrase.utf8)) looks like that of \(plain: name), \
                \(text: Array(known.passphrase.utf8)), but is different: ask for the transaction with the exact passphrase
                """)
        }
        for other in context.input.claims.networks where other != network {
            findings.refuse(
                """
                two networks are named, \(text: Array(network.passphrase.utf8)) and \
                \(text: Array(other.passphrase.utf8)): find out which one is meant
                """)
        }
    }

    private static func keyPath(_ context: RequestContext, _ findings: inout Findings) {
        guard let key = context.input.key else { return }
        if let path = context.input.claims.keyPath, path != key.path {
            findings.refuse("the request asks for the key at \(text: Array(path.utf8)), but this key has another path")
        }
        if let fingerprint = context.input.claims.keyFingerprint, fingerprint != key.fingerprint {
            findings.refuse(
                "the request asks for the key with the fingerprint \(hex: fingerprint), but this key has another one")
        }
        if let account = context.input.claims.keyAccount, account != key.account {
            findings.refuse("the request asks for the key of \(account), but this is another key")
        }
    }

    private static func foreignKey(_ context: RequestContext, _ findings: inout Findings) {
        guard let key = context.input.key?.account else { return }
        if context.sources.contains(key) {
            findings.info("the key signs for its own account \(key)")
        } else if let account = context.sources.first(where: {
            context.input.book.account($0)?.isSigned(by: key) == true
        }) {
            findings.warn("the key \(key) signs for the account \(account), as the book has it")
        } else if let contract = context.contractAccount(signedBy: key) {
            findings.warn("the key \(key) signs for the contract account \(contract), as the book has it")
        } else {
            let whose: Phrase =
                switch context.kind {
                case .message: "is not asked for this message"
                case .authorization: "is not an address that authorizes"
                default: "is not a source of this"
                }
            // Everyday co-signing, before there is a book that could know. Once there is one, no request lowers this
            // finding.
            let isAsked = context.input.claims.signers.contains { $0.account == key }
            if context.kind == .transaction, context.input.isWithoutBook, isAsked {
                return findings.warn(
                    """
                    the key \(key) \(whose), and there is no book that could list an account that it signs for: \
                    '\(step: .sign(.addKnownAccount(account: nil)))' adds one
                    """)
            }
            findings.hold(
                """
                the key \(key) \(whose), and the book lists no account of it that the key signs for: check \(field: .key), or add the \
                account with '\(step: .sign(.addKnownAccount(account: nil)))'
                """, about: .publicKey(key.key))
        }
    }

    private static func link(_ context: RequestContext, _ findings: inout Findings) {
        guard let link = context.input.claims.link else { return }
        if let callback = link.callback {
            findings.warn(
                "the link asks to send the result to \(text: Array(callback.utf8)), which this program does not do")
        }
        if let key = context.input.key, let asked = context.input.claims.signers.first,
            asked.account != key.account
        {
            findings.warn("the link asks for a signature by \(asked), which is not this key's")
        }
        guard let domain = link.originDomain else {
            return findings.warn("an unsigned link: its origin cannot be verified")
        }
        let shown = Phrase(quoting: Array(domain.utf8))
        switch link.signatureVerifies {
        case true?: findings.info("a link signed by \(shown), whose key is in the book")
        case false?:
            findings.refuse("the link says that it is from \(shown), but its signature is not by the key in the book")
        case nil:
            let alike = context.input.book.domains.first {
                $0.name != domain && EditDistance.within(2, $0.name, domain)
            }
            if let alike {
                findings.hold(
                    "a link of \(shown), which looks like \(text: Array(alike.name.utf8)) of the book, but is a different domain",
                    typing: "other")
            } else if domain.split(separator: ".").contains(where: { $0.lowercased().hasPrefix("xn--") }) {
                findings.hold(
                    "a link of \(shown), a domain that other programs may show in other letters", typing: "other")
            } else {
                findings.warn(
                    "a link that claims to be from \(shown), which cannot be verified: the book has no key of that domain"
                )
            }
        }
    }
}
