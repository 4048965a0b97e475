// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Terminal
import Workspace

/// Options of every command that needs only the state on this machine.
struct LocalOptions: ParsableArguments {
    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    /// The state, without the network.
    var context: OnlineContext { OnlineContext(home: home, horizon: nil) }

    /// Tells what was done: as a document on standard output, or in a sentence.
    func tell(_ document: JSON, _ sentence: String) throws(Failure) {
        guard json else { return Console.say(Wording(sentence)) }
        try Console.put(document: document)
    }
}
