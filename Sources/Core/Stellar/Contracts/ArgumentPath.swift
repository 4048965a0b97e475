// SPDX-License-Identifier: Apache-2.0

package import Codec

/// The place of a value in a function's arguments.
package struct ArgumentPath: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case member([UInt8])
        case element(Int)
        /// The key of a map's entry with this number, counted from 0.
        case key(Int)
    }

    /// The argument's name.
    package let argument: [UInt8]
    package private(set) var steps: [Step] = []

    package init(_ argument: [UInt8]) { self.argument = argument }

    package func inside(_ step: Step) -> ArgumentPath {
        var path = self
        path.steps.append(step)
        return path
    }

    /// The place, for example `config.limits[2]`: the input is the argument.
    package var wording: Wording {
        let places = steps.reduce(into: "") { text, step in
            switch step {
            case .member(let name): text += "." + ForeignName(name).text
            case .element(let index): text += "[\(index)]"
            case .key(let index): text += "[key \(index)]"
            }
        }
        return "\(field: .argument(argument))\(places)"
    }
}

extension FieldID {
    /// An argument of a contract's function. What looks like a secret key is not repeated.
    static func argument(_ name: [UInt8], suffix: String = "") -> FieldID {
        FieldID(Redaction.apply(ForeignName(name).text) + suffix)
    }
}

/// The place of the value that is being read, and how deep it is.
struct Place {
    let path: ArgumentPath
    private var depth = 0

    init(_ argument: [UInt8]) { path = ArgumentPath(argument) }

    private init(_ path: ArgumentPath, _ depth: Int) {
        self.path = path
        self.depth = depth
    }

    func fault(_ fault: ArgumentError) -> ContractError { .argument(path, fault) }

    /// The value, if there is one.
    func require<Value>(_ value: Value?, _ wanted: String) throws(ContractError) -> Value {
        guard let value else { throw fault(.expected(wanted)) }
        return value
    }

    /// The place of a part.
    func inside(_ step: ArgumentPath.Step) throws(ContractError) -> Place { try deeper(path.inside(step)) }

    /// The same place, for the type inside an Option.
    func inside() throws(ContractError) -> Place { try deeper(path) }

    private func deeper(_ path: ArgumentPath) throws(ContractError) -> Place {
        guard depth < ContractLimits.depth - 1 else { throw fault(.tooDeep) }
        return Place(path, depth + 1)
    }
}
