// SPDX-License-Identifier: Apache-2.0

package import Faults
import Stellar
package import StellarXDR
import XDR

extension ContractSpec {
    /// The call that words describe, as stellar-cli takes them: `FUNCTION --ARG VALUE …`, or `--ARG=VALUE`. An argument of the type
    /// Option may be missing. `--ARG-file-path PATH` takes the value from a file: as it is for bytes, otherwise as text.
    ///
    /// - Parameter readFile: reads the file at a path, at most as many bytes as the limit says.
    /// - Throws: which word or value is wrong, and what is expected; see docs/CONTRACTS.md §Arguments.
    package func call<FileFault: Fault>(
        _ words: [String], of contract: ContractID,
        readFile: (_ path: String, _ limit: Int) throws(FileFault) -> [UInt8]
    ) throws(ContractError) -> InvokeContractArgs {
        guard words.count <= ContractLimits.words else { throw .tooManyWords(limit: ContractLimits.words) }
        guard let name = words.first else { throw .noFunction(known: callable) }
        let function = try called(name)
        let given = try CallWords(words.dropFirst(), function.inputs).values
        let missing = function.inputs.filter { given[$0.name.bytes] == nil && !$0.type.isOption }
        guard missing.isEmpty else { throw .missingArguments(missing.map(\.text)) }
        var args: [SCVal] = []
        for input in function.inputs {
            switch given[input.name.bytes] {
            case nil: args.append(.void)
            case .text(let text)?: args.append(try value(text, of: input))
            case .file(let path)?: args.append(try value(file: path, of: input, readFile))
            }
        }
        return InvokeContractArgs(contractAddress: .contract(contract), functionName: function.name, args: args)
    }

    /// The value of an argument from its text.
    package func value(_ text: String, of input: SCSpecFunctionInputV0) throws(ContractError) -> SCVal {
        let place = Place(input.name.bytes)
        guard text.utf8.count <= ContractLimits.argument else {
            throw place.fault(.tooLong(limit: ContractLimits.argument))
        }
        guard !text.isEmpty else { throw place.fault(.empty) }
        return try ArgumentReader(spec: self).value(text, input.type, place)
    }

    private func value<FileFault: Fault>(
        file path: String, of input: SCSpecFunctionInputV0,
        _ readFile: (_ path: String, _ limit: Int) throws(FileFault) -> [UInt8]
    ) throws(ContractError) -> SCVal {
        let content: [UInt8]
        do throws(FileFault) {
            content = try readFile(path, ContractLimits.argument)
        } catch {
            throw .file(argument: input.name.bytes, why: error.message)
        }
        let place = Place(input.name.bytes)
        guard content.count <= ContractLimits.argument else {
            throw place.fault(.tooLong(limit: ContractLimits.argument))
        }
        if input.type.isBytes { return try ArgumentReader(spec: self).bytes(raw: content, input.type, place) }
        guard var text = String(validating: content, as: UTF8.self) else { throw place.fault(.notUTF8) }
        // Editors end a file with a line feed, which belongs to the value only where any text may be one.
        if input.type != .string, text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
        return try value(text, of: input)
    }

    private func called(_ name: String) throws(ContractError) -> SCSpecFunctionV0 {
        guard let function = function(Array(name.utf8)) else { throw .unknownFunction(name, known: callable) }
        guard !function.isReserved else { throw .reserved(function.name.bytes) }
        return function
    }

    private var callable: [[UInt8]] { functions.filter { !$0.isReserved }.map(\.name.bytes) }
}

extension SCSpecFunctionV0 {
    /// Whether only the network calls the function, such as `__constructor` and `__check_auth`.
    package var isReserved: Bool { name.bytes.starts(with: "__".utf8) }
}

extension SCSpecTypeDef {
    var isOption: Bool {
        if case .option = self { true } else { false }
    }

    var isBytes: Bool {
        switch self {
        case .bytes, .bytesN: true
        default: false
        }
    }
}
