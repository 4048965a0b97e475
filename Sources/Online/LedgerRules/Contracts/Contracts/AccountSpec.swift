// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// What the descriptions of contract accounts have in common.
enum AccountSpec {
    static func checkAuth(_ signature: SCSpecTypeDef) -> [SCSpecEntry] {
        [
            .function(
                "__check_auth", "Called by the network to check a signature of this account.",
                [
                    ("signature_payload", .bytes(32)), ("signature", signature),
                    ("auth_contexts", .list(.named("Context"))),
                ]),
            .union("Context", [("Contract", [.named("ContractContext")])]),
            .structure("ContractContext", [("args", .list(.val)), ("contract", .address), ("fn_name", .symbol)]),
        ]
    }
}
