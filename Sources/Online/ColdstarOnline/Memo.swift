// SPDX-License-Identifier: Apache-2.0

import Codec
public import ColdstarStellar
import StellarXDR

/// The memo of a transaction: what the recipient needs to know which customer or invoice a payment is for.
public struct Memo: Hashable, Sendable {
    let value: StellarXDR.Memo

    private init(_ value: StellarXDR.Memo) { self.value = value }

    /// - Parameter text: at most 28 bytes of UTF-8.
    public static func text(_ text: String) throws(ColdstarError) -> Memo {
        guard let bytes = Opaque<28>(Array(text.utf8)) else {
            throw ColdstarError(
                Failure(.badInput, "a memo's text has at most 28 bytes, and this has \(text.utf8.count)"))
        }
        return Memo(.text(bytes))
    }

    public static func id(_ id: UInt64) -> Memo { Memo(.id(id)) }

    /// - Parameter bytes: 32 bytes.
    public static func hash(_ bytes: [UInt8]) throws(ColdstarError) -> Memo {
        Memo(.hash(try hash(of: bytes)))
    }

    /// The hash of the transaction whose payment is returned.
    ///
    /// - Parameter bytes: 32 bytes.
    public static func returning(_ bytes: [UInt8]) throws(ColdstarError) -> Memo {
        Memo(.return(try hash(of: bytes)))
    }

    private static func hash(of bytes: [UInt8]) throws(ColdstarError) -> Hash {
        guard let hash = Hash(bytes) else {
            throw ColdstarError(Failure(.badInput, "a memo's hash has 32 bytes, not \(bytes.count)"))
        }
        return hash
    }
}
