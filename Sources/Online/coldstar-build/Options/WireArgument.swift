// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Shell
import Stellar
import StellarXDR
import XDR

/// An XDR value on the command line: base64 XDR or SEP-51 JSON, or a file with either.
enum WireArgument {
    static func read<Value: XDRCodable>(
        _ text: String, _ option: String, as type: Value.Type
    ) throws(Failure) -> Value {
        let (content, origin) = try TransactionInput.bytes(text)
        let place = origin == "the argument" ? option : "\(option): \(origin)"
        guard let type = WireType(named: "\(Value.self)") else { preconditionFailure("every wire type is listed") }
        let text: WireText
        do { text = try WireText(content, of: type) } catch {
            throw Failure(
                .badInput, "\(place): not a \(Value.self): \(error.message)",
                hint: "give the \(Value.self) as base64 XDR or SEP-51 JSON, or a file with it")
        }
        do { return try Value(xdr: text.bytes) } catch {
            throw Failure(.badInput, "\(place): not a \(Value.self): \(error.message)")
        }
    }
}
