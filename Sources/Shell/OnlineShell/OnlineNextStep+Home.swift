// SPDX-License-Identifier: Apache-2.0

import Faults
import Journal
import Shell
import Stellar
package import Submitter

extension OnlineNextStep {
    /// What to say at a terminal when an online program is started without arguments; nil if there is no home. Uses the journal
    /// and the current folder, never the network.
    ///
    /// - Parameter program: the program's name.
    package static func lines(for program: String) -> [String]? {
        let home = CompletionLine([]).home
        guard (try? home.online()) != nil else { return nil }
        let step: OnlineNextStep
        do throws(Failure) {
            step = OnlineNextStep(
                try OnlineJournal.existing(home), files: HandoffFolder.guess(),
                now: Int64(clamping: NowOption.clock().seconds))
        } catch {
            step = .examine(reason: error.message)
        }
        return step.lines(
            hasAccount: Environment["STELLAR_ACCOUNT"] != nil, network: Environment["STELLAR_NETWORK"], program: program
        )
    }
}
