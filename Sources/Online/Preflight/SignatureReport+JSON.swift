// SPDX-License-Identifier: Apache-2.0

import Stellar
package import TextCodec

extension SignatureReport {
    /// The extra signers that the preconditions require.
    package var extraSignersJSON: JSON {
        .array(extraSigners.map { ["key": .string($0.key.address), "signed": .bool($0.hasSigned)] })
    }

    /// The accounts that must authorize, each with its signers. A threshold of 0 still requires one signature.
    package var json: JSON {
        .array(
            authorities.map { authority in
                [
                    "account": .string(authority.account.address), "level": .string("\(authority.level)"),
                    "thresholds": [
                        "low": .integer(authority.thresholds[0]), "medium": .integer(authority.thresholds[1]),
                        "high": .integer(authority.thresholds[2]),
                    ],
                    "needed": .integer(max(1, authority.needed)), "reached": .integer(authority.reached),
                    "met": .bool(authority.isMet),
                    "signers": .array(
                        authority.signers.map {
                            [
                                "key": .string($0.key.address), "weight": .integer($0.weight),
                                "signed": .bool($0.hasSigned),
                            ]
                        }),
                ]
            })
    }
}
