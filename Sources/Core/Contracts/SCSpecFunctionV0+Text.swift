// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import TextCodec
import XDR

extension SCSpecFunctionV0 {
    /// The function on one line of printable ASCII, for example `transfer(from: Address, to: MuxedAddress, amount: i128)`.
    package var text: String {
        let output = outputs.first.map { " -> \($0.text)" } ?? ""
        return "\(ForeignName(name.bytes).text)(\(inputs.map(\.text).joined(separator: ", ")))\(output)"
    }
}

extension SCSpecFunctionInputV0 {
    /// `amount: i128`.
    package var text: String { "\(ForeignName(name.bytes).text): \(type.text)" }
}
