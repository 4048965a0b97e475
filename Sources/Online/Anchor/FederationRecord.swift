// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import TextCodec
import XDR

/// The account that a federation server returns for a name.
package struct FederationRecord: Hashable, Sendable {
    package let account: MuxedAccount
    /// The memo that payments to it require; `.none` if none.
    package let memo: Memo

    /// Parses the server's response.
    ///
    /// - Throws: `.broken`, with the reason.
    init(_ json: JSON, for name: FederationName) throws(AnchorError) {
        do {
            let echoed = try json.optionalString("stellar_address")
            guard echoed == nil || echoed == name.text else {
                throw AnchorError.broken(domain: name.domain, reason: "its answer is about another name")
            }
            account = try MuxedAccount(address: try json.string("account_id"))
            memo = try Self.memo(json, domain: name.domain)
        } catch let error as AnchorError {
            throw error
        } catch let error as StrKeyError {
            throw .broken(domain: name.domain, reason: "account_id is \(error.message)")
        } catch let error as JSONError {
            throw .broken(domain: name.domain, reason: error.message)
        } catch {
            throw .broken(domain: name.domain, reason: "its answer cannot be read")
        }
    }

    private static func memo(_ json: JSON, domain: String) throws -> Memo {
        let bad = AnchorError.broken(domain: domain, reason: "the memo in its answer is none")
        guard let type = try json.optionalString("memo_type") else {
            guard json["memo"] == nil || json["memo"] == .null else { throw bad }
            return .none
        }
        switch type {
        case "text": return try Memo(argument: "text:" + (try json.string("memo")))
        case "id": return .id(try json.decimalString("memo"))
        case "hash":
            // SEP-2 encodes this hash in base64, unlike elsewhere.
            guard let hash = Hash(try Base64.decode(try json.string("memo"))) else { throw bad }
            return .hash(hash)
        default: throw bad
        }
    }
}
