// SPDX-License-Identifier: Apache-2.0

package import Codec

/// What to do about a value that is needed and that this version does not know.
package enum UnknownValue {
    package static let hint: Wording =
        "the network may have a newer protocol than this version knows: use a newer version"
}
