// SPDX-License-Identifier: Apache-2.0

import Review

/// Agreement to what a `Consent` asked about: the review was shown and accepted, and each open hold was passed.
///
/// Only a `Consent` without open questions makes one, and it is good for the reviews of that consent alone. It does not stand in for the
/// check of the holds: `ReviewedEnvelope.approve` repeats that for each key.
package struct Approval: Hashable, Sendable {
    let passed: Set<PassedHold>
    let subject: ConsentSubject

    init(passed: Set<PassedHold>, subject: ConsentSubject) {
        self.passed = passed
        self.subject = subject
    }
}
