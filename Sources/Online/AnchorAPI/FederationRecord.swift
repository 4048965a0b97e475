// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

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
            guard echoed.map({ (try? FederationName($0)) == name }) ?? true else {
                throw AnchorError.broken(
                    domain: name.domain, reason: "its answer is about another name: \(echoed ?? "")")
            }
            account = try MuxedAccount(address: try json.string("account_id"))
            memo = try Self.memo(json, domain: name.domain)
        } catch let error as AnchorError {
            throw error
        } catch let error as StrKeyError {
            throw .broken(domain: name.domain, reason: "account_id is \(error.message)")
        } catch let error as JSONError {
            throw .broken(domain: name.domain, reason: error.message)
        } catch let error as MemoError {
            throw .broken(domain: name.domain, reason: "the memo in its answer: \(error.message)")
        } catch {
            throw .broken(domain: name.domain, reason: "its answer cannot be read")
        }
    }

    private static func memo(_ json: JSON, domain: String) throws -> Memo {
        func bad(_ reason: String) -> AnchorError {
            .broken(domain: domain, reason: "the memo in its answer \(reason)")
        }
        let isAbsent = [nil, .null, .string("")].contains(json["memo"])
        guard let type = try json.optionalString("memo_type"), !type.isEmpty else {
            guard isAbsent else { throw bad("has no memo_type, which decides what it means") }
            return .none
        }
        switch type {
        case "none" where isAbsent: return .none
        case "text": return try Memo(argument: "text:" + (try json.string("memo")))
        case "id": return .id(try json.decimalString("memo"))
        case "hash":
            // SEP-2 encodes this hash in base64, unlike elsewhere.
            guard let hash = (try? Base64.decode(try json.string("memo"))).flatMap({ Hash($0) }) else {
                throw bad("is not base64 of 32 bytes")
            }
            return .hash(hash)
        default: throw bad("has a memo_type that is not text, id or hash: \(type)")
        }
    }
}
