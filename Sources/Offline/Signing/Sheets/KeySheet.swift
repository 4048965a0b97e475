// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import Vault

/// What a sheet of a key is the record of.
package enum PaperKind: Hashable, Sendable {
    /// The words, or the secret key, to be written on it.
    case words
    /// The sealed file, which is kept elsewhere.
    case file
    /// Shares, each on a sheet of its own.
    case shares(ShareScheme)
}

extension KeyStore {
    /// The sheet of a backup of a key: whose it is, what opens it, how to restore it, and room for what is secret.
    ///
    /// - Parameter time: when the sheet was made.
    /// - Throws: the errors of `info`.
    package func sheet(of name: KeyName, for kind: PaperKind, at time: Timestamp) throws(Failure) -> Sheet {
        let paper: PaperBackup
        do { paper = try vault.paperBackup(name) } catch { throw Failure(error) }
        return KeySheet(paper, time).sheet(kind)
    }
}

/// The texts of a key's sheets.
private struct KeySheet {
    /// Boxes for words whose number the key's file does not say.
    private static let mostWords = 24
    /// A secret key is written in groups of so many characters.
    private static let groupLength = 4
    private static let keeping = ["written by", "on", "kept at", "and at"]
    private static let checking = ["checked on", "by", "checked on", "by"]

    let paper: PaperBackup
    let time: Timestamp

    init(_ paper: PaperBackup, _ time: Timestamp) {
        self.paper = paper
        self.time = time
    }

    private var key: KeyInfo { paper.key }
    private var name: String { key.name.text }
    private var number: UInt32? { key.account.flatMap { $0 > 0 ? $0 : nil } }
    private var chain: String? { key.chain == .stellar ? nil : key.chain.rawValue }

    func sheet(_ kind: PaperKind) -> Sheet {
        switch kind {
        case .words: Sheet("\(title(of: key.kind == .seed ? "the secret key" : "the words"))", words)
        case .file: Sheet(title(of: "the sealed file"), file)
        case .shares(let scheme): Sheet(title(of: "shares"), shares(scheme))
        }
    }

    private func title(of what: String) -> String { "Key \(name): \(what)" }

    /// What every sheet says about the key.
    private var facts: [Sheet.Part] {
        var parts: [Sheet.Part] = [
            .address(
                name: publicName, key.identity.text,
                notes: [key.path.map { "from the words, \($0)" } ?? "from an imported secret key"])
        ]
        let source = key.source.map { ", from \($0.meaning)" } ?? ""
        parts += [.fact("key created", "\(key.created.utc)\(source)"), .fact("this sheet", "\(time.utc)")]
        return parts
    }

    private var publicName: String {
        key.address == nil ? "account of the key \(name)" : "\(key.chain.title) address of the key \(name)"
    }

    private var comparison: [Sheet.Part] {
        [
            .text("It has to give the \(key.address == nil ? "account" : "address") above. To compare:"),
            .command(.sign(.compareAccount(key: name, account: key.identity.text))),
        ]
    }

    private var words: [Sheet.Part] {
        var parts = facts + [.heading("What you need"), .text(requirements)]
        parts += [
            .heading("To restore the key"),
            .command(
                .sign(
                    .typeWords(
                        key: name, number: number, chain: chain,
                        hasPassphrase: key.kind == .bip39Seed && key.source != nil))),
        ]
        if key.kind == .bip39Seed, key.source == nil {
            parts.append(.text("with \(field: FieldID("passphrase")) if the words have a passphrase."))
        }
        parts += comparison
        parts += [.heading(headingOfBoxes), .boxes(boxes), .heading("Fill in by hand"), .blanks(Self.keeping)]
        return parts + drills(.sign(.drillKey(key: name)))
    }

    private var requirements: Wording {
        switch key.kind {
        case .mnemonic:
            "The \(paper.words ?? Self.mostWords) words below in their order, and nothing else: neither PIN nor file. Anyone who reads them controls the account."
        case .seed:
            "The secret key below, and nothing else: neither PIN nor file. Anyone who reads it controls the account."
        case .bip39Seed:
            "The words below in their order, and the BIP-39 passphrase if they have one. It is not the PIN, and does not belong on this sheet."
        }
    }

    private var headingOfBoxes: String {
        key.kind == .seed ? "The secret key, \(Self.groupLength) characters in each box" : "The words"
    }

    private var boxes: Int {
        switch (key.kind, key.chain) {
        case (.mnemonic, _), (.bip39Seed, _): paper.words ?? Self.mostWords
        case (.seed, .stellar): 14
        case (.seed, .solana): 22
        case (.seed, .eip155): 16
        }
    }

    private var file: [Sheet.Part] {
        let needed: Wording =
            key.hasSecondFactor
            ? "The file, its PIN or passphrase, and the second factor: a file of its own. All three are needed."
            : "The file, and its PIN or passphrase. Both are needed."
        let places = ["the file is at", "and at"] + (key.hasSecondFactor ? ["second factor at", "and at"] : [])
        return facts + [
            .heading("What you need"), .text(needed),
            .text(
                "The PIN does not belong on this sheet. Anyone who has the file can try PINs without limit: a PIN of digits stops them only for a time."
            ),
            .heading("To restore the key"), .command(.sign(.restoreKey(key: name, from: "\(name).backup"))),
        ] + comparison + [.heading("Fill in by hand"), .blanks(places + Self.checking)]
    }

    private func shares(_ scheme: ShareScheme) -> [Sheet.Part] {
        let restoring = NextStep.sign(
            .restoreShares(key: name, account: key.identity.text, number: number, chain: chain))
        var parts: [Sheet.Part] = []
        for index in 1...scheme.count {
            if index > 1 { parts.append(.pageBreak) }
            parts += [
                .heading("Share \(index) of \(scheme.count); any \(scheme.threshold) restore the key")
            ]
            parts += facts
            parts += [
                .heading("What you need"),
                .text(
                    "Any \(scheme.threshold) of the \(scheme.count) shares, and nothing else: neither PIN nor file. Fewer than \(scheme.threshold) give nothing. Other programs that know SLIP-39 read them too."
                ),
                .heading("To restore the key"), .command(restoring),
                .heading("The \(paper.shareWords) words of this share"), .boxes(paper.shareWords),
                .heading("Fill in by hand"), .blanks(["holder", "written on"]),
            ]
            parts += drills(.sign(.drillShares(key: name)))
        }
        return parts
    }

    private func drills(_ step: NextStep) -> [Sheet.Part] {
        [.text("Twice a year, on the machine with the key: \(step: step)"), .blanks(Self.checking)]
    }
}
