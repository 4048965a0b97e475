// SPDX-License-Identifier: Apache-2.0

/// What a name in a spec belongs to.
package enum SpecName: Hashable, Sendable {
    case function
    case type
    case argument(of: [UInt8])
    case field(of: [UInt8])
    case unionCase(of: [UInt8])
    case enumCase(of: [UInt8])

    var words: String {
        switch self {
        case .function: "the function"
        case .type: "the type"
        case .argument: "an argument"
        case .field: "a field"
        case .unionCase, .enumCase: "a case"
        }
    }
}
