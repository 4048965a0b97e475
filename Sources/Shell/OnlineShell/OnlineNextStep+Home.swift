// SPDX-License-Identifier: Apache-2.0

import Configuration
package import Faults
import Journal
import Shell
import Stellar
package import Submitter

extension OnlineNextStep {
    /// What to say at a terminal when an online program is started without arguments; nil if there is no home. Uses the journal
    /// and the current folder, never the network. Where nothing was built yet, it first offers to write a configuration.
    ///
    /// - Parameter program: the program's name.
    package static func guide(_ program: String) throws(Failure) -> [String]? {
        let home = CompletionLine([]).home
        guard (try? home.online()) != nil else { return nil }
        let step: OnlineNextStep
        do throws(Failure) {
            step = OnlineNextStep(
                try OnlineJournal.existing(home), files: HandoffFolder.guess(),
                now: Int64(clamping: NowOption.clock().seconds))
        } catch {
            step = .examine(reason: error.wording.commandText)
        }
        if step == .begin { try ConfigurationDialogue.offer() }
        return step.lines(
            hasAccount: try Settings.value(of: .account) != nil, network: try Settings.value(of: .network)?.text,
            program: program)
    }
}
