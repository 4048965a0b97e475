// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Stellar
import StellarXDR
import TextCodec
import XDR

/// A value of the protocol on the command line: base64 XDR or SEP-51 JSON, or a file with either.
enum WireArgument {
    static func read<Value: XDRCodable>(
        _ text: String, _ option: String, as type: Value.Type
    ) throws(Failure) -> Value {
        let (content, origin) = try TransactionInput.bytes(text)
        let place = origin == "the argument" ? option : "\(option): \(origin)"
        let blanks = Array(" \t\r\n".utf8)
        let first = content.first { !blanks.contains($0) }
        // Base64 begins with neither of these.
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "\"") else { return try fromXDR(content, place) }
        return try fromJSON(content, place)
    }

    private static func fromXDR<Value: XDRCodable>(_ content: [UInt8], _ place: String) throws(Failure) -> Value {
        let bytes: [UInt8]
        do { bytes = try Base64.decode(content, skippingWhiteSpace: true) } catch {
            throw Failure(
                .badInput, "\(place): neither base64 nor JSON",
                hint: "give the \(Value.self) as base64 XDR or SEP-51 JSON, or a file with it")
        }
        do { return try Value(xdr: bytes) } catch {
            throw Failure(.badInput, "\(place): not a \(Value.self): \(error.message)")
        }
    }

    private static func fromJSON<Value: XDRCodable>(_ content: [UInt8], _ place: String) throws(Failure) -> Value {
        let json: JSON
        do { json = try JSON(parsing: content, maximumDepth: XDRJSON.maximumDepth) } catch {
            throw Failure(.badInput, "\(place): \(error.message)")
        }
        do { return try XDRJSON.value(json) } catch {
            throw Failure(.badInput, "\(place): not a \(Value.self): \(error.message)")
        }
    }
}
