// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// Why a token is not accepted. No message contains its text.
package enum TokenFault: Error, Hashable {
    /// Not three parts of base64url with JSON in the first two.
    case noToken
    case tooLong
    /// A claim that is missing or of another type; the value, if there is one.
    case badClaim(String, value: String? = nil)
    /// It was issued for another subject.
    case otherSubject(String)
    case otherIssuer(String)
    case otherDomain(claim: String, String)
    case expired(Timestamp)
    /// Its start time is in the future: one of the two clocks is wrong.
    case fromTheFuture(Timestamp)

    package var message: String {
        switch self {
        case .noToken: "it is not a JSON Web Token"
        case .tooLong: "it is too long"
        case .badClaim(let name, nil): "it has no \(name)"
        case .badClaim(let name, let value?): "its \(name) cannot be used: \(Self.cut(value))"
        case .otherSubject(let subject): "it is for \(Self.cut(subject))"
        case .otherIssuer(let issuer): "it was issued by \(Self.cut(issuer))"
        case .otherDomain(let claim, let domain): "its \(claim) is \(Self.cut(domain))"
        case .expired(let end): "it expired at \(end.utc)"
        case .fromTheFuture(let begin): "it was issued at \(begin.utc), which is later than now"
        }
    }

    private static func cut(_ text: String) -> String { AnchorError.cut(text, to: 120) }
}
