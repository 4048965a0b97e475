// SPDX-License-Identifier: Apache-2.0

import Review
import Vault

extension PolicyProof {
    /// The proof for the policy of a vault whose lists an opened key has verified; nil if there is no policy.
    ///
    /// This is the only place that makes a proof (`scripts/check-airgap`).
    init?(_ lists: ListProof, of context: VaultContext) {
        guard let policy = context.policy, let list = context.state.policy, lists.covers(list) else { return nil }
        self.init(verified: policy)
    }
}
