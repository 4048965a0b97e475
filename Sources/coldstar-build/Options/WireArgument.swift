// SPDX-License-Identifier: Apache-2.0

import CLISupport
import TextCodec
import XDR

/// A value of the protocol on the command line: base64 XDR, or a file with it.
enum WireArgument {
    static func read<Value: XDRCodable>(
        _ text: String, _ option: String, as type: Value.Type
    ) throws(Failure) -> Value {
        let (content, origin) = try TransactionInput.bytes(text)
        let place = origin == "the argument" ? option : "\(option): \(origin)"
        let bytes: [UInt8]
        do { bytes = try Base64.decode(content, skippingWhiteSpace: true) } catch {
            throw Failure(
                .badInput, "\(place): not base64", hint: "give the \(Value.self) as base64 XDR, or a file with it")
        }
        do { return try Value(xdr: bytes) } catch {
            throw Failure(.badInput, "\(place): not a \(Value.self): \(error.message)")
        }
    }
}
