// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct BumpSequence: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Raise the account's sequence number; transactions signed for the skipped numbers become void.",
        discussion: "Example: coldstar-build bump-sequence --network testnet --source G... --bump-to 123456789")

    @Option(help: "The new sequence number; one below the account's own has no effect.")
    var bumpTo: String

    func operation() -> any OperationInput { BumpSequenceInput(bumpTo: bumpTo) }
}
