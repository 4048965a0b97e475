// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

extension Phrase.Interpolation {
    /// A type of a contract's interface; the names in it are quoted where they have to be, and it has at most 200
    /// bytes.
    mutating func appendInterpolation(type: SCSpecTypeDef) { appendInterpolation(Phrase(spans: [.words(type.text)])) }

    /// Why an interface cannot be read, one line of printable ASCII; the names in it are quoted.
    mutating func appendInterpolation(fault: ContractError) {
        appendInterpolation(Phrase(spans: [.words(fault.message)]))
    }
}

/// A sentence about a call that stops growing at a limit: names and types are short, but what they name may be many
/// values.
struct NamedPhrase {
    /// Nil if something did not fit.
    var phrase: Phrase? { isCut ? nil : text }
    private var text = Phrase(spans: [])
    private var isCut = false
    private var room: Int
    private let tokens: KnownTokens

    /// - Parameters:
    ///   - room: in bytes.
    ///   - tokens: whose contracts are named where they are an argument.
    init(room: Int, _ tokens: KnownTokens) { (self.room, self.tokens) = (room, tokens) }

    private mutating func append(_ piece: Phrase) {
        guard !isCut else { return }
        room -= piece.length
        if room < 0 { isCut = true } else { text.append(piece) }
    }

    /// `"amount" i128 = 5`, one after the other: name, type and value of each argument. The names are the author's, and
    /// quoted.
    mutating func append(_ arguments: [NamedCall.Argument]) {
        for (index, argument) in arguments.enumerated() {
            if isCut { return }
            append("\(index > 0 ? ", " : "")\(name: argument.name) \(type: argument.type) = ")
            append(argument.value)
            if let type = argument.undefinedType {
                append(" (not checked: the interface does not define the type \(name: type))")
            }
        }
    }

    /// A value with the names of its parts, which are quoted; numbers without their type.
    private mutating func append(_ value: NamedValue) {
        if isCut { return }
        switch value {
        case .plain(let plain):
            if let number = plain.integerText { append("\(plain: number)") } else { append(Phrase(plain)) }
            if case .address(.contract(let id)) = plain, let asset = tokens.asset(of: id) {
                append(" (the contract of \(asset))")
            }
        case .none: append("none")
        case .list(let values): append(values, "[", "]")
        case .map(let entries):
            append("{")
            for (index, entry) in entries.enumerated() {
                if isCut { return }
                if index > 0 { append(", ") }
                append(entry.key)
                append(": ")
                append(entry.value)
            }
            append("}")
        case .structure(let type, let fields):
            append("\(name: TypePath.short(type)) {")
            for (index, field) in fields.enumerated() {
                append(index > 0 ? ", \(name: field.name): " : "\(name: field.name): ")
                append(field.value)
            }
            append("}")
        case .unionCase(_, let name, let values):
            append("\(name: name)")
            if !values.isEmpty { append(values, "(", ")") }
        case .enumCase(_, let name, let number): append("\(name: name) (\(number))")
        }
    }

    private mutating func append(_ values: [NamedValue], _ open: Phrase, _ close: Phrase) {
        append(open)
        for (index, value) in values.enumerated() {
            if isCut { return }
            if index > 0 { append(", ") }
            append(value)
        }
        append(close)
    }
}

extension Phrase {
    /// The characters on one line, with addresses in one piece.
    var length: Int {
        spans.reduce(0) { sum, span in
            switch span {
            case .words(let words): sum + words.utf8.count
            case .address(let address): sum + address.ascii.count
            case .field, .step, .time: sum + Phrase(spans: [span]).plain.utf8.count
            }
        }
    }
}

extension Phrase {
    /// A contract value with its type, so that an address in a string does not look like an address.
    package init(_ value: SCVal) {
        self.init(spans: [])
        append(value)
    }

    /// Appends a value and those inside it in place, without copying at each level.
    private mutating func append(_ value: SCVal) {
        switch value {
        case .vec(let elements?):
            append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { append(", ") }
                append(element)
            }
            append("]")
        case .map(let entries?): append(entries)
        case .contractInstance(let instance):
            append("contract instance of \(Phrase(instance.executable)) with the storage ")
            append(.map(instance.storage))
        default: append(Phrase(plain: value))
        }
    }

    private mutating func append(_ entries: SCMap) {
        append("{")
        for (index, entry) in entries.enumerated() {
            if index > 0 { append(", ") }
            append(entry.key)
            append(": ")
            append(entry.val)
        }
        append("}")
    }

    /// A value that contains no others.
    private init(plain value: SCVal) {
        switch value {
        case .bool(let flag): self = flag ? "true" : "false"
        case .void: self = "void"
        case .error(let error): self = "error \(plain: "\(error)")"
        case .u32(let number): self = "\(number) u32"
        case .i32(let number): self = "\(number) i32"
        case .u64(let number): self = "\(number) u64"
        case .i64(let number): self = "\(number) i64"
        case .timepoint(let time): self = "the time \(Phrase(time: time))"
        case .duration(let seconds): self = "the duration \(Phrase(duration: seconds)) (\(seconds) s)"
        case .u128(let parts): self = "\(parts.value) u128"
        case .i128(let parts): self = "\(parts.value) i128"
        case .u256(let parts): self = "0x\(hex: parts.xdr) u256"
        case .i256(let parts): self = "0x\(hex: parts.xdr) i256"
        case .bytes(let bytes): self = "bytes \(Phrase(textOrHex: bytes.bytes))"
        case .string(let text): self = "string \(text: text.bytes)"
        case .symbol(let text): self = "symbol \(text: text.bytes)"
        case .address(let address): self = "\(address)"
        case .ledgerKeyContractInstance: self = "the key of the contract instance"
        case .ledgerKeyNonce(let nonce): self = "the key of nonce \(nonce.nonce)"
        case .executableTag(let tag): self = "the key of the executable tag \(text: tag.bytes)"
        case .vec: self = "no list"
        case .map: self = "no map"
        case .contractInstance(let instance): self = "contract instance of \(Phrase(instance.executable))"
        }
    }

    package init(_ executable: ContractExecutable) {
        switch executable {
        case .wasm(let hash): self = "the code with the hash \(hex: hash.bytes)"
        case .stellarAsset: self = "the built-in contract of an asset"
        case .externalRef(let reference):
            self = """
                the code that \(reference.executable_owner) chooses under the tag \(text: reference.tag.bytes) and can change at \
                any time
                """
        }
    }

    package init(_ preimage: ContractIDPreimage) {
        switch preimage {
        case .address(let from): self = "under the name of \(from.address) and the salt \(hex: from.salt.bytes)"
        case .asset(let asset): self = "for the asset \(asset)"
        }
    }

    /// A call: contract, function, typed arguments.
    package init(_ call: InvokeContractArgs) {
        let arguments = Phrase(call.args.map { Phrase($0) }, separator: ", ")
        self = """
            the function \(text: call.functionName.bytes) of the contract \(call.contractAddress) with the arguments \
            (\(arguments))
            """
    }
}
