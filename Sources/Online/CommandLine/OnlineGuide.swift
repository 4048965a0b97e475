// SPDX-License-Identifier: Apache-2.0

package import Codec
import Journal
import Stellar
package import Submitting
import Terminal
import Workspace

extension OnlineNextStep {
    /// What to say at a terminal when an online program is started without arguments; nil if there is no home. Uses the
    /// journal and the current folder, never the network. Where nothing was built yet, it first offers to write a
    /// configuration.
    ///
    /// - Parameter program: the program's name.
    package static func guide(_ program: String) throws(Failure) -> [String]? {
        let home = CompletionLine(CommandLine.arguments).home
        guard (try? home.online()) != nil else { return nil }
        let step: OnlineNextStep
        do throws(Failure) {
            step = OnlineNextStep(
                try home.journals().read(), files: HandoffFolder.guess(),
                now: Int64(clamping: NowOption.clock().seconds))
        } catch {
            step = .examine(reason: error.wording.commandText)
        }
        if step == .begin, Console.inputIsTerminal, Console.errorIsTerminal { try ConfigurationDialogue.offer() }
        return step.lines(
            hasAccount: try Settings.value(of: .account) != nil, network: try Settings.value(of: .network)?.text,
            program: program)
    }
}

extension OnlineNextStep {
    /// At most five lines: the state, and the commands that follow from it.
    ///
    /// - Parameters:
    ///   - hasAccount: whether the user's own account is set, so that commands need not name it.
    ///   - network: the name of the network that is set; nil if commands have to name one.
    ///   - program: the program whose help is named.
    package func lines(hasAccount: Bool, network: String?, program: String) -> [String] {
        let help = "  \(program) --help   lists all commands"
        switch self {
        case .examine(let reason):
            return [
                "The journal needs attention: \(reason)",
                "  coldstar-submit journal verify   checks every record", help,
            ]
        case .resume(let count):
            return [
                "\(Self.transactions(count)) submitted, outcome unknown: do not build it again.",
                "  coldstar-submit resume   finds it out, and resubmits what can still be applied",
                "  coldstar-submit status   shows what the journal knows", help,
            ]
        case .send(let files):
            let file = ShellWord.quoted(files[0])
            let more = files.count == 1 ? "" : " (and \(files.count - 1) more)"
            return [
                "A signed transaction in this folder has not been submitted\(more):",
                "  coldstar-submit check \(file)   checks it first",
                "  coldstar-submit send \(file)   submits it", help,
            ]
        case .authorize(let files):
            let words = files.map { ShellWord.quoted($0) }.joined(separator: " ")
            return [
                "Signed authorization entries in this folder are not in their transaction yet:",
                "  coldstar-submit authorize TX \(words)   puts them in; TX is the unsigned transaction",
                "  coldstar-submit status   lists all requests", help,
            ]
        case .logIn(let files):
            let file = ShellWord.quoted(files[0])
            return [
                "A signed login in this folder can still be sent to its anchor:",
                "  coldstar-submit auth \(file)   logs in",
                "  coldstar-submit status   lists all requests", help,
            ]
        case .sendAgain(let count):
            return [
                "\(Self.transactions(count)) signed, and not submitted yet.",
                "  coldstar-submit status   shows why", "  coldstar-submit resume   submits what is queued", help,
            ]
        case .sendCollected(let hash, let what):
            let name = hash.hex.prefix(8)
            return [
                "A request has the signatures that it needs, and was not submitted:", "  \(what)",
                "  coldstar-submit check \(name)   checks it first",
                "  coldstar-submit send \(name)   submits it", help,
            ]
        case .requestEntries(let what, let file):
            return [
                "A call needs the authorization of others before it is signed:", "  \(what)",
                "  coldstar-build authorization \(file.map { ShellWord.quoted($0) } ?? "FILE")   asks for it",
                "  coldstar-submit status   lists all requests", help,
            ]
        case .follow(let transfers):
            return [
                transfers == 1
                    ? "A transfer with an anchor is under way." : "\(transfers) transfers with anchors are under way.",
                "  coldstar-submit anchor transfers   lists them, with where each stands",
                "  coldstar-submit status   lists what was settled", help,
            ]
        case .carry(let count, let latest, let file):
            let which = count == 1 ? "A request waits" : "\(count) requests wait; the latest"
            return [
                "\(which) for a signature\(count == 1 ? ":" : " is:") \(latest)",
                file.map { "Carry \(ShellWord.quoted($0)) to the machine with the key. There:" }
                    ?? "Carry the file that was written for it to the machine with the key. There:",
                "  coldstar-sign sign \(file.map { ShellWord.quoted($0) } ?? "FILE") --format response --out response.json",
                "  coldstar-submit status   lists all requests", help,
            ]
        case .begin:
            let (source, place) = (hasAccount ? "" : " --source G...", network == nil ? " --network testnet" : "")
            let funding = "  coldstar-build fund G...\(place)   creates it, with practice money"
            return [
                "Nothing was built here yet. For the account of a key on the offline machine:",
                network == "public" ? nil : funding,
                "  coldstar-build payment\(source) --destination G... --asset native \\",
                "    --amount 10\(place) --out request.json   carry it to the signer", help,
            ].compactMap(\.self)
        case .idle:
            return [
                "Nothing is pending and no request waits for a signature.",
                "  coldstar-build payment --help   says how to build the next payment",
                "  coldstar-build overview   shows your accounts on the network",
                "  coldstar-submit status   lists what was settled", help,
            ]
        }
    }

    private static func transactions(_ count: Int) -> String {
        count == 1 ? "1 transaction was" : "\(count) transactions were"
    }
}
