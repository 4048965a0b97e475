// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

extension Fields {
    /// The memo of two fields such as `memo` and `memo_type`; none if neither is present.
    ///
    /// - Source: SEP-6, SEP-24: hashes are in base64.
    func memo(_ name: String) throws(AnchorRefusal) -> Memo? {
        let kind = self["\(name)_type"]
        guard let value = self[name] else {
            guard kind == nil else { throw AnchorRefusal("'\(name)' is missing beside '\(name)_type'.") }
            return nil
        }
        switch kind {
        case "text"?:
            guard let text = try? Memo(argument: "text:\(value)") else { break }
            return text
        case "id"?:
            guard let id = try? Memo(argument: "id:\(value)") else { break }
            return id
        case "hash"?:
            guard let bytes = try? Base64.decode(value), let hash = Hash(bytes) else { break }
            return .hash(hash)
        default: throw AnchorRefusal("'\(name)_type' must be text, id or hash.")
        }
        throw AnchorRefusal("'\(name)' is not a memo of its type.")
    }
}
