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
