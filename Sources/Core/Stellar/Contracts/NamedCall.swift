// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A call with the names that a contract's spec gives to it. Nothing proves that the contract has this spec: see the pins of
/// the book.
package enum NamedCall: Hashable, Sendable {
    /// The spec has no such function.
    case unknownFunction
    /// The function has another number of arguments.
    case otherCount(declared: Int, given: Int)
    /// The value of this argument, counted from 0, is not of the declared type: the spec is not that of the called code. `part` is
    /// the innermost value that does not fit.
    case mismatch(argument: Int, declared: SCSpecTypeDef, part: SCVal, wanted: SCSpecTypeDef)
    /// All values fit.
    case named([Argument])

    package struct Argument: Hashable, Sendable {
        package let name: [UInt8]
        package let type: SCSpecTypeDef
        package let value: NamedValue
        /// A type that the spec uses without defining it, so that this argument's value was not checked.
        package let undefinedType: [UInt8]?
    }
}

extension ContractSpec {
    /// The call's arguments by name and type. If anything does not fit, there are no names: the caller shows raw values.
    package func named(_ call: InvokeContractArgs) -> NamedCall {
        guard let function = function(call.functionName.bytes) else { return .unknownFunction }
        guard function.inputs.count == call.args.count else {
            return .otherCount(declared: function.inputs.count, given: call.args.count)
        }
        var arguments: [NamedCall.Argument] = []
        for (index, (input, value)) in zip(function.inputs, call.args).enumerated() {
            var namer = ValueNamer(spec: self)
            do throws(ValueMismatch) {
                let named = try namer.named(value, input.type)
                arguments.append(
                    .init(
                        name: input.name.bytes, type: input.type, value: named, undefinedType: namer.undefinedType))
            } catch {
                return .mismatch(argument: index, declared: input.type, part: error.value, wanted: error.wanted)
            }
        }
        return .named(arguments)
    }

    /// A value by its type, for example a function's return value; nil if it does not fit.
    package func named(_ value: SCVal, _ type: SCSpecTypeDef) -> NamedValue? {
        var namer = ValueNamer(spec: self)
        return try? namer.named(value, type)
    }
}
