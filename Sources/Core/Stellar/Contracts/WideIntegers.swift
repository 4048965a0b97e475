// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension Int128Parts {
    package var value: Int128 { Int128(hi) << 64 | Int128(lo) }
}

extension UInt128Parts {
    package var value: UInt128 { UInt128(hi) << 64 | UInt128(lo) }
}
