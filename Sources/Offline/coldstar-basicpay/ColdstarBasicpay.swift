// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Crypto
import Terminal

@main
struct ColdstarBasicpay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-basicpay",
        abstract: "Decrypt a secret key stored by SwiftBasicPay under a PIN, for coldstar-sign key import.",
        discussion: """
            Example: coldstar-basicpay blob.txt | coldstar-sign key import old --secret-fd 0
            The blob is the text that the app keeps: the initialisation vector and the sealed key in base64, with ; between.
            It is weakly sealed: with 4096 rounds and a constant salt, all six-digit PINs can be tried in minutes,
            and changes to the text are not detected. Treat the key as known to anyone who had a copy: move its funds.
            """, version: Program.version)

    @Argument(help: "The file with the blob.", completion: .file())
    var file: String

    @Option(help: "Read the PIN from this file descriptor, one line, instead of the terminal.")
    var pinFd: Int32?

    /// Enters the same sandbox as the signer, because it too holds a secret key in memory.
    static func main() {
        Program.main(
            Self.self,
            libraries: [
                LinkedLibrary("libseccomp", version: SeccompLibrary.version),
                LinkedLibrary("libnettle", version: BasicPayCipher.libraryVersion),
            ]
        ) { () throws(Failure) in
            try confine { () throws(ConfineError) in try Confinement.begin() }
        } prepare: { command throws(Failure) in
            let reach = (command as? Self)?.reach ?? AllowedAccess()
            try confine { () throws(ConfineError) in try Confinement.narrow(to: reach) }
        }
    }

    private var reach: AllowedAccess { AllowedAccess(file, .file) + AllowedAccess(descriptor: pinFd) + .terminal }

    private static func confine(_ step: () throws(ConfineError) -> Void) throws(Failure) {
        do throws(ConfineError) { try step() } catch {
            throw Failure(.refused, "cannot enter the sandbox: \(error.message)")
        }
    }

    func run() throws {
        guard isatty(STDOUT_FILENO) == 0 else {
            throw Failure(
                .usage, "the secret key is not printed to a terminal",
                hint: "coldstar-basicpay FILE | coldstar-sign key import NAME --secret-fd 0")
        }
        let blob = try Blob(readingFrom: file)
        let pin = try SecretLine.read(descriptor: pinFd, option: "--pin-fd", orAsk: "PIN of SwiftBasicPay: ")
        do {
            let text = try BasicPayCipher.decrypt(blob.sealed, vector: blob.vector, pin: pin)
            guard let length = Self.seedLength(text) else {
                throw Failure(.refused, "wrong PIN, or the blob was changed")
            }
            try Console.result(secret: try text.prefix(length))
        } catch {
            throw Failure(any: error)
        }
    }

    /// 56 if padding and characters are those of a secret key; the import verifies the checksum.
    private static func seedLength(_ text: borrowing SecretBytes) -> Int? {
        text.withBytes { text in
            guard text.count == 64, text[56...].allSatisfy({ $0 == 8 }), text[0] == UInt8(ascii: "S") else {
                return nil
            }
            let isBase32 = text[..<56].allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
            }
            return isBase32 ? 56 : nil
        }
    }
}
