// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// Why bytes are not a contract's interface, or words are not a call of it.
package enum ContractError: Error, Hashable {
    /// A module or section is larger than the library reads.
    case tooLarge(size: Int, limit: Int)
    /// Bytes that are not a module of WebAssembly.
    case notAModule
    /// The module is damaged at this offset.
    case module(offset: Int, WasmError)
    /// The module has no section `contractspecv0`.
    case noSpec
    /// The module has several sections `contractspecv0`, where SEP-48 permits one.
    case severalSpecs
    /// The spec's entry with this number, counted from 1, is damaged. Offsets are those in the section.
    case entry(Int, XDRError)
    /// The spec has more entries than `limit`.
    case tooManyEntries(limit: Int)
    /// A name of the spec that occurs twice, so that what it means cannot be told.
    case duplicate(SpecName, [UInt8])

    /// The call has no function.
    case noFunction(known: [[UInt8]])
    case unknownFunction(String, known: [[UInt8]])
    /// A function that only the network calls.
    case reserved([UInt8])
    /// More words than a call can need.
    case tooManyWords(limit: Int)
    /// A word that belongs to no argument; its position, counted from 1 after the function's name.
    case extraWord(position: Int)
    case unknownArgument(String, known: [[UInt8]])
    case repeatedArgument([UInt8])
    /// An argument without a value.
    case noValue(argument: [UInt8])
    /// Arguments that were not given, as `name: Type`.
    case missingArguments([String])
    /// A file for an argument that cannot be read.
    case file(argument: [UInt8], why: String)
    /// An argument's text is not a value of its type.
    case argument(ArgumentPath, ArgumentError)

    /// One lower-case line, in printable ASCII, in which no text of the form of a secret key is repeated.
    package var message: String { Redaction.apply(wording.plain) }

    package var wording: Wording { unredacted.mapText(Redaction.apply) }

    private var unredacted: Wording {
        switch self {
        case .tooLarge(let size, let limit): "\(size) bytes are too many for a contract: the limit is \(limit)"
        case .notAModule: "not a WebAssembly module"
        case .module(let offset, let fault): "the WebAssembly module is damaged at byte \(offset): \(fault.message)"
        case .noSpec: "the module has no section contractspecv0, which describes a contract's functions"
        case .severalSpecs: "the module has several sections contractspecv0; only one is permitted"
        case .entry(let number, let error): "entry \(number) of the contract's spec is damaged: \(error.message)"
        case .tooManyEntries(let limit): "the contract's spec has more than \(limit) entries"
        case .duplicate(let what, let name):
            "the contract's spec has \(what.words) \(ForeignName(name).quoted) twice"
        case .noFunction: "the name of a function is missing"
        case .unknownFunction(let name, _): "the contract has no function \(TypedName.shown(name))"
        case .reserved(let name): "only the network can call the function \(ForeignName(name).quoted)"
        case .tooManyWords(let limit): "more than \(limit) words"
        case .extraWord(let position): "word \(position) after the function's name is not the value of an argument"
        case .unknownArgument(let name, _): "the function has no argument \(TypedName.shown(name))"
        case .repeatedArgument(let name): "the argument \(field: .argument(name)) is given twice"
        case .noValue(let name): "the argument \(field: .argument(name)) has no value"
        case .missingArguments(let missing):
            "missing argument\(missing.count == 1 ? "" : "s"): "
                + missing.map { Wording("\(field: FieldID(Redaction.apply($0)))") }.joined(separator: ", ")
        case .file(let name, let why):
            "\(field: .argument(name, suffix: "-file-path")): \(TerminalText.escape(why))"
        case .argument(let path, let fault): "\(path.wording): \(fault.message)"
        }
    }
}

extension ContractError: Fault {
    package var kind: FaultKind {
        switch self {
        case .noFunction, .unknownFunction, .reserved, .tooManyWords, .extraWord, .unknownArgument, .repeatedArgument,
            .noValue, .missingArguments:
            .usage
        case .file: .noInput
        case .tooLarge, .notAModule, .module, .noSpec, .severalSpecs, .entry, .tooManyEntries, .duplicate, .argument:
            .badInput
        }
    }

    package var hint: Wording? {
        switch self {
        case .noFunction(let known): TypedName.hint("", "functions", known)
        case .unknownFunction(let name, let known): TypedName.hint(name, "functions", known)
        case .unknownArgument(let name, let known): TypedName.hint(name, "arguments", known)
        case .extraWord, .noValue: "write each argument as its name and its value"
        case .argument(_, let fault): fault.hint
        default: nil
        }
    }
}
