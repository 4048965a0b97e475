// SPDX-License-Identifier: Apache-2.0

package import Faults
import SafeFiles

extension SignerJournalError: Fault {
    package var kind: FaultKind {
        switch self {
        case .file(let error): error.kind
        case .entryTooLarge, .cannotSign: .bug
        case .changedMeanwhile, .brokenChain, .damaged, .lineTooLong, .unreadableEnd, .shortened: .refused
        }
    }

    package var hint: Wording? {
        switch self {
        case .file, .entryTooLarge, .cannotSign: nil
        case .changedMeanwhile: "look at the review again: run the same command"
        case .brokenChain, .damaged, .lineTooLong, .unreadableEnd, .shortened:
            "the journal was changed or damaged; keep a copy, and look what was signed before you go on"
        }
    }
}
