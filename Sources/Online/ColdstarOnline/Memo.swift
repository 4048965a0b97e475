// SPDX-License-Identifier: Apache-2.0

public import ColdstarStellar
import Faults
import StellarXDR
import TextCodec
import XDR

/// The memo of a transaction: what the recipient needs to know which customer or invoice a payment is for.
public struct Memo: Hashable, Sendable {
    /// In the form `KIND:VALUE`.
    let argument: String

    private init(argument: String) { self.argument = argument }

    /// - Parameter text: at most 28 bytes of UTF-8.
    public static func text(_ text: String) throws(ColdstarError) -> Memo {
        guard text.utf8.count <= 28 else {
            throw ColdstarError(
                Failure(.badInput, "a memo's text has at most 28 bytes, and this has \(text.utf8.count)"))
        }
        return Memo(argument: "text:\(text)")
    }

    public static func id(_ id: UInt64) -> Memo { Memo(argument: "id:\(id)") }

    /// - Parameter bytes: 32 bytes.
    public static func hash(_ bytes: [UInt8]) throws(ColdstarError) -> Memo {
        Memo(argument: "hash:\(try digits(bytes))")
    }

    /// The hash of the transaction whose payment is returned.
    ///
    /// - Parameter bytes: 32 bytes.
    public static func returning(_ bytes: [UInt8]) throws(ColdstarError) -> Memo {
        Memo(argument: "return:\(try digits(bytes))")
    }

    private static func digits(_ bytes: [UInt8]) throws(ColdstarError) -> String {
        guard bytes.count == 32 else {
            throw ColdstarError(Failure(.badInput, "a memo's hash has 32 bytes, not \(bytes.count)"))
        }
        return Hex.encode(bytes)
    }
}
