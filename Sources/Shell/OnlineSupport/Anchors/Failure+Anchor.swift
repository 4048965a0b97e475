// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import CLISupport
import CurlHTTP

extension Failure {
    /// The failure to report for an anchor error.
    ///
    /// - Parameter option: the option concerned, used as a prefix of the message.
    package init(_ error: AnchorError, _ option: String? = nil) {
        let message = (option.map { "\($0): " } ?? "") + error.message
        switch error {
        case .badDomain, .badName, .loopback, .noToml, .noFederationServer, .noSuchName, .noService:
            self.init(.badInput, message)
        case .unreachable(_, .badCertificate(_, _)), .badToml, .badField, .broken, .badToken,
            .unreachable(_, .redirectRefused(_, _)), .unreachable(_, .tooLarge(_, _)), .unreachable(_, .notHTTP(_, _)):
            self.init(.protocolBroken, message)
        case .refused, .customerStatus: self.init(.refusedByLedger, message)
        case .customerInfoNeeded(let domain, _):
            self.init(
                .refusedByLedger, message,
                hint: "coldstar-submit anchor customer put --home-domain \(domain) gives it the fields")
        case .loginNeeded(let domain, _):
            self.init(
                .refused, message,
                hint: "log in: coldstar-build challenge --home-domain \(domain), sign it, coldstar-submit auth")
        case .unreachable, .unavailable:
            self.init(.unreachable, message, hint: "nothing was changed or lost; run the same command again")
        }
    }

    /// The failure for an anchor error, with hints that name anchor, user and network, ready to copy.
    ///
    /// - Parameter type: the customer type, as `customer put --type` takes it.
    package init(_ error: AnchorError, _ session: AnchorSession, type: String? = nil) {
        let plain = Failure(error)
        switch error {
        case .customerInfoNeeded(_, let fields):
            let type = type.map { " --type \(Shell.word($0))" } ?? ""
            // The message has all fields; there may be many, so the hint has only the first ones.
            let names = fields.prefix(5).map { field in
                " --field " + Shell.word(String(field.unicodeScalars.prefix(64)) + "=...")
            }.joined()
            self.init(
                plain.code, plain.message,
                hint: "coldstar-submit anchor customer put \(session.arguments)\(type)\(names) gives it the fields")
        case .loginNeeded:
            self.init(
                plain.code, plain.message,
                hint: session.login)
        default: self = plain
        }
    }
}
