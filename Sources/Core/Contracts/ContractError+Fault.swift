// SPDX-License-Identifier: Apache-2.0

package import Faults

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
