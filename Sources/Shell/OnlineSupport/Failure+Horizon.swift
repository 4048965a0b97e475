// SPDX-License-Identifier: Apache-2.0

package import CLISupport
import CurlHTTP
package import Horizon
package import Journal

extension Failure {
    /// The failure to report for a Horizon error.
    package init(_ error: HorizonError) {
        switch error {
        case .unreachable(HTTPError.badCertificate(_, _)):
            self.init(.protocolBroken, error.message, hint: "use --ca-file if the server has a private certificate")
        // Permanent: the server will respond in the same way again.
        case .unreachable(.tooLarge), .unreachable(.redirectRefused), .unreachable(.notHTTP):
            self.init(.protocolBroken, error.message, hint: "is this the URL of a Horizon server?")
        case .unreachable, .rateLimited, .unavailable:
            self.init(.unreachable, error.message, hint: "nothing was changed or lost; run the same command again")
        case .protocolBroken, .notFound:
            self.init(.protocolBroken, error.message, hint: "is this the URL of a Horizon server?")
        case .problem: self.init(.badInput, error.message)
        case .otherNetwork: self.init(.badInput, error.message, hint: "check --network and --horizon-url")
        }
    }

    package init(_ error: JournalError) {
        switch error {
        case .corrupt:
            self.init(
                .badInput, error.message,
                hint: "keep the file unchanged; a backup can replace it")
        case .notAJournal, .newerSchema: self.init(.badInput, error.message)
        case .busy: self.init(.unreachable, error.message, hint: "run the same command again")
        case .transferMoved:
            self.init(.refused, error.message, hint: "see its status with coldstar-submit anchor transfers")
        case .logUnreadable:
            self.init(
                .cannotCreate, error.message,
                hint: "copy the folder to a writable place and give that as --home")
        case .ioFailed, .cannotOpen, .readOnly, .diskFull: self.init(.cannotCreate, error.message)
        case .contactExists: self.init(.cannotCreate, error.message, hint: "use --replace to overwrite it")
        case .exists: self.init(.cannotCreate, error.message, hint: "use --force to replace it")
        case .unknownHash, .notFound: self.init(.noInput, error.message)
        case .illegalTransition, .conflict, .badValue, .failed: self.init(.bug, error.message)
        }
    }
}
