// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff
package import Stellar

extension [SignedInput] {
    /// The network of all inputs, which a document or the user must name.
    ///
    /// - Throws: `.badInput` if they are for different networks.
    package func network(_ choice: NetworkSelection) throws(Failure) -> Network {
        var found: Network?
        for input in self {
            let network = try choice.resolve(documented: input.network)
            if let found, found != network {
                throw Failure(.badInput, "\(input.origin): the transactions are for different networks")
            }
            found = network
        }
        guard let found else { throw Failure(.usage, "no transaction is given") }
        return found
    }
}
