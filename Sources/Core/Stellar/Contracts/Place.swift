// SPDX-License-Identifier: Apache-2.0

/// The place of the value that is being read, and how deep it is.
struct Place {
    let path: ArgumentPath
    private var depth = 0

    init(_ argument: [UInt8]) { path = ArgumentPath(argument) }

    private init(_ path: ArgumentPath, _ depth: Int) {
        self.path = path
        self.depth = depth
    }

    func fault(_ fault: ArgumentFault) -> ContractError { .argument(path, fault) }

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
