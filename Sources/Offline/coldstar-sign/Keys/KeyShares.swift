// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Crypto
import Signing
import Stellar
import Terminal
import Vault

struct KeyShares: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shares",
        abstract: "Split a key into shares (SLIP-39), restore it from some of them, and test them.",
        subcommands: [KeySharesMake.self, KeySharesRestore.self, KeySharesDrill.self])
}

struct KeySharesMake: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Print shares of a key, of which some restore it; they need no PIN.",
        discussion: """
            Example: coldstar-sign key shares make savings --threshold 2 --shares 3
            Each share is a line of words for one holder. Any M of them give the key, fewer give nothing. At a terminal
            the shares are shown one after the other on a separate screen, and some words of each must be typed
            again; otherwise they are printed, one a line. Every run makes a new set: shares of two sets do not fit together.
            Of a key from English words the words are shared, otherwise the secret key, or the seed of the words.
            """)

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @Option(help: "How many shares restore the key: M, 2 to 16.")
    var threshold: String

    @Option(help: "How many shares are made: N, M to 16.")
    var shares: String

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let name = try KeyName(typed: name)
        let sheets = try KeyStore(home.keyVault()).makeShares(
            of: name, by: try ShareScheme(threshold: threshold, shares: shares, of: "key shares make"), pin: pin)
        if pin.pinFd == nil, Console.outputIsTerminal {
            var generator = SystemRandomNumberGenerator()
            try sheets.handOut(using: &generator) { heading, words throws(Failure) in
                try SecretScreen.show(
                    heading.text(in: CommandStyle.current), words, prompt: "when it is on paper, press Enter: ")
            } ask: { position, share throws(Failure) in
                try SecretLine.ask("share \(share + 1), word \(position): ")
            } tell: {
                Console.diagnostic($0)
            }
        } else {
            for (index, share) in sheets.shares.enumerated() {
                let heading = sheets.heading(of: index).text(in: CommandStyle.current)
                try Console.result(line: (index > 0 ? "\n" : "") + "# " + heading)
                let text: SecretBytes
                do { text = try share.text() } catch { throw Failure(any: error) }
                try Console.result(secret: text)
            }
        }
        Console.message(sheets.summary)
    }
}

struct KeySharesRestore: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a key from its shares (SLIP-39), of Coldstar or another program.",
        discussion: """
            Examples: coldstar-sign key shares restore savings --verify G...
            coldstar-sign key shares restore savings share1.txt share2.txt --verify G...
            Without files and --secret-fd the shares are typed at the terminal word by word, or read from standard input.
            Shares do not say what the secret is: with --verify the reading and the number of the account are found that give
            this account, and nothing is stored if there are none. Without --verify and --as, you choose from a list of
            accounts; without a terminal the secret is read as words, with a warning.
            """)

    @Argument(help: "The key's name: letters, digits, _ and -.")
    var name: String

    @OptionGroup var input: ShareInput

    @Option(help: "The account or address that the shares must give, from a holder's sheet.")
    var verify: String?

    @Option(
        name: .customLong("as"),
        help:
            "What the shares are of: words (of a mnemonic), key (a secret key), or seed (of a wallet, as Trezor shares it)."
    )
    var reading: SharedReading?

    @Option(
        help: "The account: N of m/44'/148'/N', or of the path of another chain; without it 0, or what --verify gives.")
    var account: String?

    @OptionGroup var chain: ChainOption
    @OptionGroup var seal: SealOptions
    @OptionGroup var change: KeyChange
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess { get throws(Failure) { input.reach + (try change.reachOfNew) } }

    func run() throws {
        let name = try KeyName(typed: name)
        let store = try change.store()
        let now = try clock.time()
        let terms = ShareTerms(
            chain: chain.ofNew, account: try FieldID.account.optionalValue(of: account, as: AccountNumber.self)?.number,
            reading: reading, expected: try expected())
        let (stored, account) = try store.restoreKey(
            name, chain: chain.ofNew, terms: terms, now: now, sealedBy: NewKeySeal(pin: change.pin, seal: seal)
        ) { () throws(Failure) in
            try input.read()
        } passphrase: { () throws(Failure) in
            try input.readPassphrase()
        } choose: { accounts throws(Failure) in
            try chosen(among: accounts)
        }
        Console.message("restored from \(account.text)")
        try change.report(stored)
    }

    private func expected() throws(Failure) -> KeyIdentity? {
        guard let verify else { return nil }
        do { return try KeyIdentity(typed: verify, on: chain.ofNew) } catch { throw Failure(error, ShareTerms.verify) }
    }

    /// Asks which account it is, or takes the likeliest where no one can be asked.
    private func chosen(among accounts: [SharedAccount]) throws(Failure) -> SharedAccount {
        guard change.pin.pinFd == nil, Question.isPossible else {
            let taken = accounts[0]
            Console.warning(
                "the shares do not say what they are of; read as \(taken.text) they give \(taken.identity.text)")
            for other in accounts.dropFirst() {
                Console.diagnostic("with --as \(other.reading.rawValue) they give \(other.identity.text)")
            }
            Console.diagnostic(
                "if the account on a holder's sheet is another one, use --verify ACCOUNT or --as under another name")
            return taken
        }
        Console.diagnostic("The shares do not say what they are of. Compare with the account on a holder's sheet:")
        for account in accounts {
            let name = account.reading.rawValue
            let space = String(repeating: " ", count: max(1, 7 - name.count))
            Console.diagnostic("  \(name)\(space)\(account.identity.text)  (\(account.text))")
        }
        let names = accounts.map(\.reading.rawValue)
        // Until it is one of them: the shares would have to be typed again.
        while true {
            let typed = try Question.ask("which one is it? type \(names.joined(separator: " or ")): ")
            if let account = accounts.first(where: { $0.reading.rawValue == typed.lowercased() }) { return account }
            Console.diagnostic("that was none of them")
        }
    }
}

extension SharedReading: ExpressibleByArgument {}

struct KeySharesDrill: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "drill", abstract: "Check that shares give a key of the vault; needs no PIN and writes nothing.",
        discussion: """
            Examples: coldstar-sign key shares drill savings
            coldstar-sign key shares drill savings share1.txt share2.txt
            Without files and --secret-fd the shares are typed at the terminal word by word, or read from standard input.
            """)

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @OptionGroup var input: ShareInput

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess { get throws(Failure) { .terminal + input.reach + (try home.toRead) } }

    func run() throws {
        let key = try KeyStore(home.keyVault()).drillShares(of: KeyName(typed: name)) { () throws(Failure) in
            try input.read()
        } passphrase: { () throws(Failure) in
            try input.readPassphrase()
        }
        Console.message("the shares give \(key.identity.text), the key \(key.name.text)")
        guard json else { return }
        let members = [("name", JSON.string(key.name.text))] + key.identityMembers + [("gives_key", true)]
        try Console.result(document: .object(JSONObject(members)))
    }
}

/// Where shares come from, and their passphrase.
struct ShareInput: ParsableArguments {
    @Argument(help: "Files with shares, one a line; - for standard input.", completion: .file())
    var files: [String] = []

    @Option(help: "Read the shares from this file descriptor, one a line.")
    var secretFd: Int32?

    @Flag(help: "The shares have a passphrase; ask for it. It is not a PIN, and not a passphrase of BIP-39.")
    var passphrase = false

    @Option(help: "Read the passphrase of the shares from this file descriptor, one line.")
    var passphraseFd: Int32?

    var reach: AllowedAccess {
        files.filter { $0 != "-" }.reduce(AllowedAccess(descriptor: secretFd) + AllowedAccess(descriptor: passphraseFd))
        {
            $0 + AllowedAccess($1, .file)
        }
    }

    /// Reads the shares, from the terminal if there is nothing else.
    func read() throws(Failure) -> EncryptedSecret {
        guard secretFd == nil || files.isEmpty else {
            throw Failure(
                .usage, "--secret-fd cannot be combined with files",
                hint: "coldstar-sign key shares --help lists the commands and options")
        }
        guard !Share.isLikely(files.joined(separator: " ")), !files.contains(where: Share.isLikely) else {
            throw Failure(
                .usage, "these are the words of a share, which are not arguments and are not repeated here",
                hint: "they may be in the shell's history; without arguments this asks for the shares")
        }
        if secretFd == nil, files.isEmpty, Console.inputIsTerminal { return try typed() }
        var shares = CollectedShares()
        if let secretFd {
            let name = "descriptor \(secretFd)"
            try shares.take(linesOf: try SecretStream.read(secretFd, name: "--secret-fd: " + name), from: name)
        } else {
            for file in files.isEmpty ? ["-"] : files { try take(file, &shares) }
        }
        return try Self.combined(shares)
    }

    /// A cost of passphrases from which on their decryption takes seconds.
    private static let highExponent = 6

    private static func combined(_ shares: CollectedShares) throws(Failure) -> EncryptedSecret {
        let secret = try shares.combined()
        Console.message(Wording(shares.status))
        let exponent = secret.header.exponent
        if exponent >= highExponent {
            Console.message("the shares take \(10_000 << exponent) rounds to decrypt, which may take minutes")
        }
        return secret
    }

    private func take(_ file: String, _ shares: inout CollectedShares) throws(Failure) {
        guard file == "-" else {
            return try shares.take(linesOf: SecretFile.read(file), from: TerminalText.escape(file))
        }
        guard !Console.inputIsTerminal else {
            throw Failure(.badInput, "standard input is a terminal, which would show the shares", hint: "leave out -")
        }
        try shares.take(linesOf: SecretStream.read(0, name: "standard input"), from: "standard input")
    }

    /// Asks for one share after the other until there are enough. What is wrong with one is shown above the next.
    private func typed() throws(Failure) -> EncryptedSecret {
        var shares = CollectedShares()
        var heading = ["A share, word by word. Nothing stays on the screen."]
        while !shares.isComplete {
            let share = try Self.type(under: heading, count: shares.wordCount)
            let fault = try shares.take(typed: share)
            heading = (fault.map { ["Not taken: \($0.plain)."] } ?? []) + ["The next share: \(shares.status)."]
        }
        return try Self.combined(shares)
    }

    private static func type(under heading: [String], count: Int?) throws(Failure) -> SecretBytes {
        guard SecretForm.isPossible else {
            for line in heading { Console.diagnostic(Wording(line)) }
            return try SecretLine.ask("the words of the share: ")
        }
        var words = try WordByWord(shareUnder: heading, count: count)
        try SecretForm.run(SecretForm.Arrows(up: WordByWord.Key.up, down: WordByWord.Key.down)) {
            step throws(Failure) in
            switch step {
            case .press(let byte): return try words.press(byte)
            case .draw(let columns, let rows, let put): words.draw(columns: columns, rows: rows, put)
            }
            return false
        }
        return try words.words()
    }

    /// Nil if the shares have none.
    func readPassphrase() throws(Failure) -> SecretBytes? {
        if let passphraseFd { return try SecretLine.read(descriptor: passphraseFd, option: "--passphrase-fd") }
        return passphrase ? try SecretLine.ask("passphrase of the shares: ") : nil
    }
}

extension ShareScheme {
    /// As the user typed it.
    ///
    /// - Parameter command: whose help explains it.
    init(threshold: String, shares: String, of command: String) throws(Failure) {
        let hint: Wording = "coldstar-sign \(command) --help lists the commands and options"
        guard let threshold = Int(threshold), (1...ShareScheme.most).contains(threshold) else {
            throw Failure(.usage, FieldID("threshold"), "must be a number from 2 to \(ShareScheme.most)", hint: hint)
        }
        guard threshold > 1 else {
            throw Failure(
                .usage, FieldID("threshold"), "must be 2 or more: with 1, every share alone is the key",
                hint: "for a copy of the words use coldstar-sign key export")
        }
        guard let count = Int(shares), let scheme = ShareScheme(threshold: threshold, count: count) else {
            throw Failure(
                .usage, FieldID("shares"), "must be a number from \(threshold), the threshold, to \(ShareScheme.most)",
                hint: hint)
        }
        self = scheme
    }
}
