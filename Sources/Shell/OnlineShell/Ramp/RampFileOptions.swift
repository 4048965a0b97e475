// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import InteractivePages
import Ramp
import Shell

/// A configuration file and how its frame is shown.
struct RampFileOptions: ParsableArguments {
    @Argument(help: "The configuration, JSON with the members of meso-js; - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Check it for the inline frame, which has no layout.")
    var inline = false

    @Option(
        help:
            "Where the frame comes from (default: transfer.* of Meso); api.* of the environment, or this machine for tests."
    )
    var frameOrigin: String?

    @OptionGroup var home: HomeOptions

    var presentation: RampPresentation { inline ? .inline : .embedded }

    func origin() throws(Failure) -> WebOrigin? {
        do throws(Failure) { return try frameOrigin.map { text throws(Failure) in try RampOrigin.parse(text) } } catch {
            throw Failure(error, FieldID("frame-origin"))
        }
    }

    /// Reads and checks the file.
    ///
    /// - Throws: `RampRejection` or `Failure`.
    func check() throws -> RampCheck {
        let origin = try origin()
        let input = try InputFile.read(file, limit: RampConfiguration.maximumLength)
        let known = try OwnAddresses(home).known()
        do { return try RampCheck(file: input.bytes, presentation, origin: origin, knownAddresses: known) } catch let
            failure as Failure
        {
            throw Failure(failure, .words(input.origin))
        }
    }
}
