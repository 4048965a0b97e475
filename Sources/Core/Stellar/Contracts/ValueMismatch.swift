// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// A value that is not of the type that a spec declares.
struct ValueMismatch: Error {
    let value: SCVal
    let wanted: SCSpecTypeDef
}
