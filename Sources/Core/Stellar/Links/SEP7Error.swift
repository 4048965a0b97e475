// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// Why a string is not a valid SEP-7 link. Carries only parameter names from the link: a value may be a misplaced
/// secret.
package indirect enum SEP7Error: Error, Hashable {
    /// Does not begin with `web+stellar:`.
    case scheme
    /// `web+stellar://`: what follows two slashes is a host, and such a link has none.
    case slashes
    /// Neither `tx` nor `pay`.
    case operation
    /// A character that a URI cannot hold, at this byte offset.
    case badCharacter(offset: Int)
    /// A part between two `&` that is not a name with a value, at this byte offset.
    case badParameter(offset: Int)
    case duplicate(String)
    case missing(String)
    /// A `%` without two digits, or bytes that are not UTF-8.
    case badEscape(String)
    /// Longer than the limit, in characters.
    case tooLong(String, limit: Int)
    /// An unescaped plus where a blank, which it stands for in a form, is never valid.
    case barePlus(String)
    case base64(String, Base64Error)
    case transaction(XDRError)
    case publicKey(StrKeyError)
    /// Not `url:` and an https address.
    case callback
    case network
    case domain
    case originWithoutSignature
    case signatureWithoutOrigin
    /// Something follows the signature, which cannot cover it.
    case signatureNotLast
    /// Not 64 bytes.
    case signatureLength
    case replacement
    /// More than `limit` nested links.
    case chainTooDeep(limit: Int)
    /// The link that this one forwards is invalid.
    case chain(SEP7Error)
    case destination(StrKeyError)
    case amount(AmountError)
    case amountZero
    /// A code without its issuer, or an issuer without a code.
    case halfAsset
    case asset(AssetError)
    case memo(MemoError)
    /// Not base64 of 32 bytes.
    case memoHash
    /// Not one of the four types.
    case memoType
    /// A memo without its type: SEP-7 has no default.
    case memoWithoutType
    case memoTypeWithoutMemo
    /// A memo together with a muxed address: the payment would name its recipient twice.
    case memoWithMuxed

    package var message: String {
        switch self {
        case .scheme: "not a SEP-7 link: it does not begin with web+stellar:"
        case .slashes:
            "not a SEP-7 link: web+stellar:// has two slashes too many; such a link begins with web+stellar:tx? or web+stellar:pay?"
        case .operation: "not a known SEP-7 operation: the link must be tx or pay"
        case .badCharacter(let offset): "the character at byte offset \(offset) must be escaped in a link"
        case .badParameter(let offset): "expected name=value at byte offset \(offset) of the link"
        case .duplicate(let name): "the link has \(name) twice"
        case .missing(let name): "the link has no \(name)"
        case .badEscape(let name): "the link's \(name) is not correctly escaped UTF-8"
        case .tooLong(let name, let limit): "the link's \(name) is longer than \(limit) characters"
        case .barePlus(let name): "the link's \(name) has a + that is not escaped as %2B"
        case .base64(let name, let error): "the link's \(name): \(error.message)"
        case .transaction(let error): "the link's xdr: not a transaction envelope: \(error.message)"
        case .publicKey(let error): "the link's pubkey: \(error.message)"
        case .callback: "the link's callback is not url: and an https address"
        case .network: "the link's network_passphrase is empty or longer than 256 bytes"
        case .domain: "the link's origin_domain is not a domain name"
        case .originWithoutSignature: "the link names an origin_domain, but is not signed"
        case .signatureWithoutOrigin: "the link is signed, but names no origin_domain"
        case .signatureNotLast: "something follows the link's signature, which does not cover it"
        case .signatureLength: "the link's signature does not have 64 bytes"
        case .replacement: "the link's replace is malformed"
        case .chainTooDeep(let limit): "the link chains more than \(limit) links"
        case .chain(let error): "the chained link: \(error.message)"
        case .destination(let error): "the link's destination: \(error.message)"
        case .amount(let error): "the link's amount: \(error.message)"
        case .amountZero: "the link's amount is zero"
        case .halfAsset: "the link names only one of asset_code and asset_issuer"
        case .asset(let error): "the link's asset: \(error.message)"
        case .memo(let error): "the link's memo: \(error.message)"
        case .memoHash: "the link's memo is not base64 of 32 bytes"
        case .memoType: "the link's memo_type is not MEMO_TEXT, MEMO_ID, MEMO_HASH or MEMO_RETURN"
        case .memoWithoutType: "the link has a memo, but no memo_type, which decides what the memo means"
        case .memoTypeWithoutMemo: "the link has a memo_type, but no memo"
        case .memoWithMuxed: "the link has a memo beside an M... address"
        }
    }
}
