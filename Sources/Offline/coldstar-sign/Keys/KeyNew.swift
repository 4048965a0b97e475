// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Crypto
import Signing
import Stellar
import Terminal
import Vault

struct KeyNew: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a key from a new mnemonic, which is shown once.",
        discussion: """
            Examples: coldstar-sign key new savings --words 24
            coldstar-sign key new savings --dice
            coldstar-sign key new savings --no-dice
            The words are the only backup that does not need the PIN: write them down on paper. Any wallet that follows SEP-5
            derives the same account from them (m/44'/148'/0'), and with --chain the wallets of that chain. At a terminal they are shown on a
            separate screen, and some of them must be typed again.
            """)

    @Argument(help: "The key's name: letters, digits, _ and -.")
    var name: String

    @Option(help: "12 or 24.")
    var words: String = "24"

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "Mix in your own dice rolls or coin tosses, typed on the terminal (default: a terminal asks).")
    var dice: Bool?

    @Option(help: "Read the rolls from this file descriptor, one line.")
    var diceFd: Int32?

    @OptionGroup var chain: ChainOption
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var seal: SealOptions
    @OptionGroup var change: KeyChange
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess {
        get throws(Failure) { passphrase.reach + AllowedAccess(descriptor: diceFd) + (try change.reachOfNew) }
    }

    func run() throws {
        let name = try KeyName(typed: name)
        guard let length = Int(words).flatMap(Mnemonic.Length.init(rawValue:)) else {
            throw Failure(.usage, "--words: must be 12 or 24")
        }
        guard dice != false || diceFd == nil else {
            throw Failure(.usage, "--no-dice cannot be combined with --dice-fd")
        }
        let store = try change.store()
        let now = try clock.time()
        let stored = try store.makeKey(
            name, chain: chain.ofNew, now: now, sealedBy: NewKeySeal(pin: change.pin, seal: seal)
        ) { () throws(Failure) in
            try drawn(length)
        } passphrase: { () throws(Failure) in
            try passphrase.read(new: true)
        } show: { words, stored throws(Failure) in
            guard isAtTerminal else { return try SecretScreen.print(WordQuiz.warning, words) }
            var generator = SystemRandomNumberGenerator()
            try WordQuiz.run(about: words, of: stored.info, using: &generator) { () throws(Failure) in
                try SecretScreen.show(WordQuiz.warning, words, prompt: "when they are on paper, press Enter: ")
            } ask: { position throws(Failure) in
                try SecretLine.ask("word \(position): ")
            } tell: {
                Console.diagnostic($0)
            }
        }
        try change.report(stored)
    }

    private var isAtTerminal: Bool { change.pin.pinFd == nil && Question.isPossible }

    /// Entropy from the machine alone, or combined with the user's.
    private func drawn(_ length: Mnemonic.Length) throws(Failure) -> Mnemonic {
        do {
            guard try wantsDice() else { return try Mnemonic.generate(words: length) }
            let mix = try Dice()
            Console.diagnostic(Wording(DiceText.commitment(of: mix)))
            let mnemonic = try mixed(mix, length)
            if isAtTerminal {
                try SecretScreen.show(DiceText.heading, mix.machine, prompt: "to go on, press Enter: ")
            } else {
                Console.diagnostic(Wording(DiceText.shortHeading))
                try Console.diagnostic(secret: mix.machine)
                Console.diagnostic(Wording(DiceText.check))
            }
            return mnemonic
        } catch {
            throw Failure(any: error)
        }
    }

    /// Whether the user rolls dice: as the options say, or as a person at the terminal answers.
    private func wantsDice() throws(Failure) -> Bool {
        if diceFd != nil { return true }
        if let dice { return dice }
        guard isAtTerminal else { return false }
        Console.diagnostic(Wording(DiceText.offer))
        while true {
            if let answer = DiceText.wantsDice(try Question.ask(DiceText.offerQuestion)) { return answer }
            Console.diagnostic("that was neither yes nor no")
        }
    }

    /// The machine's entropy with the rolls, which may come in several lines: a mistake costs one of them.
    private func mixed(_ mix: borrowing Dice, _ length: Mnemonic.Length) throws(Failure) -> Mnemonic {
        var rolls = try Self.failing { () throws(SecretError) in try Dice.Rolls() }
        if let diceFd {
            let line = try SecretLine.read(descriptor: diceFd, option: "--dice-fd")
            try Self.failing { () throws(SecretError) in try rolls.add(line) }
        }
        while true {
            if diceFd == nil { try ask(for: &rolls) }
            do throws(SecretError) { return try mix.mnemonic(words: length, rolls: rolls) } catch {
                guard diceFd == nil, case .rolls = error else { throw Failure(error) }
                Console.diagnostic(Wording(error.message))
                rolls = try Self.failing { () throws(SecretError) in try Dice.Rolls() }
            }
        }
    }

    /// Asks for lines until one line has enough rolls, or an empty one ends several.
    private func ask(for rolls: inout Dice.Rolls) throws(Failure) {
        var isOver = false
        while !isOver {
            let before = rolls.count
            try SecretLine.ask(DiceText.question(after: rolls)) { line throws(Failure) in
                try Self.failing { () throws(SecretError) in try rolls.add(line) }
            }
            isOver = rolls.missing == 0 && (before == 0 || rolls.count == before)
        }
    }

    private static func failing<Value: ~Copyable>(_ work: () throws(SecretError) -> Value) throws(Failure) -> Value {
        do throws(SecretError) { return try work() } catch { throw Failure(error) }
    }
}
