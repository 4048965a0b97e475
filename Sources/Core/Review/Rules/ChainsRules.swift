// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Rules about other chains than Stellar: every key is bound to one, and signs messages there and nothing else.
extension Rules {
    static let chains = [
        Rule(.otherChain, .request(otherChain)),
        Rule(
            .chainText,
            .request { context, findings in
                guard case .chainMessage(let message) = context.input.subject else { return }
                if let fault = message.fault { findings.refuse("\(plain: fault.message)") }
                for case .otherDomain(let domain, let origin) in message.notices {
                    findings.refuse(
                        """
                        the text is a sign-in to \(text: Array(domain.utf8)), but it came from \(text: Array(origin.utf8)): whoever gets \
                        the signature signs in there as you
                        """)
                }
                look(message.bytes, &findings)
            }),
        Rule(.answeredRequest, .request(answered)),
        Rule(
            .chainMessage,
            .request { context, findings in
                guard case .chainMessage(let message) = context.input.subject else { return }
                findings.warn(
                    """
                    a message of \(message.bytes.count) bytes for \(plain: message.network.title): the signature proves to anyone who has \
                    it that the holder of \(plain: message.address.text) agrees to it. Who asks and what for is claimed, not proven
                    """)
                for notice in message.notices {
                    if case .otherDomain = notice { continue }
                    findings.warn("\(plain: notice.message)")
                }
            }),
    ]

    private static func otherChain(_ context: RequestContext, _ findings: inout Findings) {
        guard let key = context.input.key?.identity else { return }
        switch (context.input.subject, key) {
        case (.chainMessage(let message), .other(let address)):
            guard address != message.address else { return }
            findings.refuse(
                address.chain == message.network.chain
                    ? """
                    the request asks for \(plain: message.address.text), but this key has \(plain: address.text)
                    """
                    : """
                    the request is for \(plain: message.network.title), but this key is bound to \(plain: address.chain.title)
                    """)
        case (.chainMessage(let message), .stellar):
            findings.refuse(
                "the request is for \(plain: message.network.title), but this key is bound to Stellar")
        case (_, .other(let address)):
            findings.refuse(
                "this key is bound to \(plain: address.chain.title): it signs messages there, and nothing of Stellar")
        case (_, .stellar): break
        }
    }

    /// A request for another chain is answered once, and in time: a page that asks again makes a new one.
    private static func answered(_ context: RequestContext, _ findings: inout Findings) {
        guard case .chainMessage(let message) = context.input.subject else { return }
        if let expires = message.expires, expires < context.input.now {
            findings.refuse("the page that asks has stopped waiting at \(expires): let it ask again")
        }
        guard let request = context.input.claims.request,
            let time = context.input.history.answered(request: request)
        else { return }
        findings.refuse("this request was answered at \(time): let the page ask again")
    }
}
