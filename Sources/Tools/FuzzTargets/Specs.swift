// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The interfaces of contracts, calls from words, and names for calls.
enum Specs {
    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let kind = input.first else { return false }
        if kind % 3 == 0 { return try acceptsSpec(Array(input.dropFirst())) }
        guard input.count >= 3 else { return false }
        let length = Int(input[1]) << 8 | Int(input[2])
        let rest = input.dropFirst(3 + length)
        guard let spec = try? ContractSpec(section: Array(input.dropFirst(3).prefix(length))) else { return false }
        return kind % 3 == 1 ? try acceptsWords(Array(rest), spec) : try acceptsCall(Array(rest), spec)
    }

    private static func acceptsSpec(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
        let spec: ContractSpec
        do throws(ContractError) {
            spec = try ContractSpec(moduleOrSection: bytes)
        } catch {
            try isASCII(error.message + (error.hint?.plain ?? ""))
            return false
        }
        for function in spec.functions {
            try isASCII(function.text)
            try BrokenPromise.unless(
                spec.function(function.name.bytes) == function, "a function is not found by its name")
        }
        let again = try? ContractSpec(section: spec.section)
        try BrokenPromise.unless(
            again?.functions == spec.functions && again?.types == spec.types, "a section is not the module's interface")
        return true
    }

    /// Words in lines.
    private static func acceptsWords(_ text: [UInt8], _ spec: ContractSpec) throws(BrokenPromise) -> Bool {
        let words = text.split(separator: 0x0a, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        func noFile(_: String, _: Int) throws(Failure) -> [UInt8] { throw Failure(.noInput, "no files here") }
        let call: InvokeContractArgs
        do throws(ContractError) {
            call = try spec.call(words, of: ContractID(), readFile: noFile)
        } catch {
            try isASCII(error.message + (error.hint?.plain ?? ""))
            return false
        }
        try BrokenPromise.unless((try? InvokeContractArgs(xdr: call.xdr)) == call, "a call is not canonical XDR")
        guard case .named = spec.named(call) else { throw BrokenPromise("a call does not fit the spec it was made by") }
        return try acceptsCall(call.xdr, spec)
    }

    /// A call in XDR.
    private static func acceptsCall(_ bytes: [UInt8], _ spec: ContractSpec) throws(BrokenPromise) -> Bool {
        guard let call = try? InvokeContractArgs(xdr: bytes) else { return false }
        guard case .named(let arguments) = spec.named(call) else { return false }
        try BrokenPromise.unless(arguments.count == call.args.count, "an argument has no name")
        for argument in arguments { try isASCII(argument.type.text + argument.value.text) }
        return true
    }

    private static func isASCII(_ text: String) throws(BrokenPromise) {
        try BrokenPromise.unless(text.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "a text is not printable ASCII")
    }
}
