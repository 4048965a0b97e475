// SPDX-License-Identifier: Apache-2.0

package import Codec
import Synchronization

/// How the command line shows inputs and actions: options, and commands to copy.
package struct CommandStyle: WordingStyle {
    /// The options of this run that a command about an anchor repeats, each with a leading space, quoted for a shell.
    let repeated: String

    package init(repeating options: String = "") { repeated = options }

    private static let used = Mutex(CommandStyle())

    /// The style of this run's messages.
    package static var current: CommandStyle {
        get { used.withLock { $0 } }
        set { used.withLock { $0 = newValue } }
    }

    package func text(of field: FieldID, value: String?) -> String {
        (field.form == .words ? field.name : "--\(field.name)") + (value.map { " \($0)" } ?? "")
    }

    package func text(of step: NextStep) -> String {
        switch step {
        case .build(.request): "coldstar-build"
        case .build(let step): "coldstar-build " + Self.words(step)
        case .submit(let step): "coldstar-submit " + Self.words(step)
        case .sign(let step): "coldstar-sign " + Self.words(step)
        case .anchor(let step): text(step)
        case .scan: "coldstar-scan PICTURE"
        case .give(let field): Self.words(giving: field)
        }
    }

    private static func words(giving field: FieldID) -> String {
        let (value, variable): (String, String?) =
            switch field {
            case .horizonURL: ("URL", "STELLAR_HORIZON_URL")
            case .rpcURL: ("URL", "STELLAR_RPC_URL")
            case .source: ("G...", "STELLAR_ACCOUNT")
            default: ("VALUE", nil)
            }
        return "give --\(field.name) \(value)" + (variable.map { " or set \($0)" } ?? "")
    }

    private static func words(_ step: NextStep.BuildStep) -> String {
        switch step {
        case .payment: "payment"
        case .createAccount: "create-account"
        case .fund(let account): "fund \(account ?? "ACCOUNT")"
        case .addTrustline(let account, let asset):
            "trust add" + (account.map { " --source \($0)" } ?? "") + (asset.map { " --asset \($0)" } ?? "")
        case .setOptions: "set-options --help"
        case .proveKey(let key, _): "message --prove \(key)"
        case .makeRevocable: "set-options --set-flags auth_revocable"
        case .endSponsoring(let account): "end-sponsoring-future-reserves --operation-source \(account)"
        case .tokenTransfer(let token): "token transfer --token \(token)"
        case .invoke: "invoke"
        case .requestEntries(let signer): "authorization TX" + (signer.map { " --for \($0)" } ?? "")
        case .batch: "batch TABLE"
        case .batchWithChannels: "batch --channels FILE"
        case .cancel(let hash): "cancel" + (hash.map { " \($0)" } ?? "")
        case .forgetRequest(let hash): "request forget \(hash)"
        case .rebuild(let hash): "rebuild \(hash)"
        case .repeated(let hash): "repeat \(hash)"
        case .challenge: "challenge"
        case .writeText: "convert --format txrep"
        case .compose: "compose"
        case .request: "--help"
        case .convert: "convert"
        case .setAccount: "config set account G..."
        case .listContacts: "contacts list"
        case .importContacts: "contacts import"
        case .exportContacts: "contacts export"
        case .importContracts: "contracts import"
        case .lookUpAccount: "lookup account"
        case .lookUpPaths: "lookup paths"
        case .lookUpContract: "lookup contract"
        case .lookUpToken: "lookup token"
        case .lookUpTransaction(let hash): "lookup transaction" + (hash.map { " \($0)" } ?? "")
        case .restoreEntries(let account, let data):
            "restore-footprint" + (data.map { " --source \(account ?? "...") --soroban-data \($0)" } ?? "")
        }
    }

    private static func words(_ step: NextStep.SubmitStep) -> String {
        switch step {
        case .send: "send"
        case .resume: "resume"
        case .status: "status"
        case .check: "check"
        case .merge: "merge"
        case .dropSurplus: "merge --drop-surplus"
        case .listSignatures: "signatures"
        case .authorize: "authorize TX RESPONSE"
        case .logIn: "auth"
        case .logInShowingToken: "auth --print-token"
        case .listRampSessions: "ramp list"
        case .rampStatus: "ramp status"
        case .setProfile: "profile set --field first_name=Ada"
        }
    }

    private static func words(_ step: NextStep.SignStep) -> String {
        switch step {
        case .sign: "sign"
        case .inspect: "inspect"
        case .newKey: "key new NAME"
        case .importKey: "key import NAME"
        case .listKeys: "key list"
        case .showKeyAsQR: "key show NAME --qr"
        case .exportAccount(let key): "key show \(key) --format coldstar"
        case .drillKey(let key): "key drill" + (key.map { " \($0)" } ?? "")
        case .exportKey(let key): "key export \(key)"
        case .restoreKey(let key, let file): "key restore \(key) \(ShellWord.quoted(file))"
        case .typeWords(let key, let number, let chain, let hasPassphrase):
            "key import \(key)" + (chain.map { " --chain \($0)" } ?? "") + (number.map { " --account \($0)" } ?? "")
                + (hasPassphrase ? " --passphrase" : "")
        case .restoreVault(let file): "restore \(ShellWord.quoted(file))"
        case .compareAccount(let key, let account): "key show \(key) --verify \(account)"
        case .removeKey(let key): "key remove \(key)"
        case .setPolicy: "policy set FILE"
        case .makeShares(let key): "key shares make \(key) --threshold M --shares N"
        case .drillShares(let key): "key shares drill \(key)"
        case .restoreShares(let key, let account, let number, let chain):
            "key shares restore \(key ?? "NAME")" + (chain.map { " --chain \($0)" } ?? "")
                + (number.map { " --account \($0)" } ?? "") + (account.map { " --verify \($0)" } ?? "")
        case .showBook: "book show"
        case .acceptBook(let key): "book accept --key \(key ?? "NAME")"
        case .removeContact(let name): "book contacts remove \(ShellWord.quoted(name))"
        case .addKnownAccount(let account): "book accounts add" + (account.map { " \($0) --signer ..." } ?? "")
        case .addContact: "book contacts add NAME ADDRESS"
        case .addKnownAsset: "book assets add CODE:ISSUER"
        case .pinContract: "book contracts add"
        case .replacePin: "book contracts add --replace"
        case .acceptJournal(let key): "journal accept" + (key.map { " --key \($0)" } ?? "")
        case .reviewJournal: "journal accept"
        case .verifyJournal: "journal verify --key NAME"
        case .noteTransaction: "journal note FILE --key NAME"
        case .replaceAccountInBook: "book accounts add NAME --from REQUEST --replace"
        }
    }

    private func text(_ step: NextStep.AnchorStep) -> String {
        let anchor = "coldstar-submit anchor"
        switch step {
        case .info(let reference): return "\(anchor) info \(options(reference))"
        case .listTransactions(let reference, let asset):
            return "\(anchor) transactions --asset \(ShellWord.quoted(asset)) \(options(reference))"
        case .quote(let reference, let sells, let buys, let amount):
            return "\(anchor) quote \(options(reference)) --sell-asset \(ShellWord.quoted(sells))"
                + " --buy-asset \(ShellWord.quoted(buys)) --sell-amount \(amount)"
        case .exchangePrice: return "\(anchor) price"
        case .giveCustomerFields(let reference, let type, let fields):
            return "\(anchor) customer put \(options(reference))"
                + (type.map { " --type \(ShellWord.quoted($0))" } ?? "")
                + fields.map { " --field \(ShellWord.quoted($0 + "=..."))" }.joined()
        case .showCustomer: return "\(anchor) customer get"
        case .listTransfers: return "\(anchor) transfers"
        case .resume(let number, let isLoopback): return "\(anchor) resume \(number)\(carried(isLoopback))"
        case .watch(let reference, .number(let number)):
            return "\(anchor) watch \(number)\(carried(reference.isLoopback))"
        case .watch(let reference, .id(let id)):
            let word = ShellWord.quoted(id)
            return id.hasPrefix("-")
                ? "\(anchor) watch \(options(reference)) -- \(word)" : "\(anchor) watch \(word) \(options(reference))"
        case .payWithdrawal(let reference, .number(let number)):
            return "coldstar-build withdrawal \(number)\(carried(reference.isLoopback)) --out withdrawal-\(number).json"
        case .payWithdrawal(let reference, .id(let id)):
            return "coldstar-build withdrawal \(options(reference)) --out withdrawal.json --id"
                + (id.hasPrefix("-") ? "=" : " ") + ShellWord.quoted(id)
        case .payAnyWithdrawal: return "coldstar-build withdrawal"
        case .logIn(let reference):
            return "coldstar-build challenge \(options(reference)), sign it, and coldstar-submit auth"
                + carried(reference.isLoopback) + (network(reference).map { " \($0)" } ?? "")
        }
    }

    /// The options by which a command refers to an anchor, its user and the network.
    private func options(_ anchor: NextStep.AnchorReference) -> String {
        var words = ["--home-domain \(anchor.homeDomain)"]
        if let account = anchor.account { words.append("--account \(account)") }
        if let memo = anchor.memoID { words.append("--memo-id \(memo)") }
        if anchor.isLoopback { words.append("--http-loopback") }
        if let network = network(anchor) { words.append(network) }
        return words.joined(separator: " ") + repeated
    }

    /// The options that a command about a recorded transfer repeats.
    private func carried(_ isLoopback: Bool) -> String {
        (isLoopback ? " --http-loopback" : "") + repeated
    }

    private func network(_ anchor: NextStep.AnchorReference) -> String? {
        anchor.network.map { "-n \($0)" }
            ?? anchor.networkPassphrase.map { "--network-passphrase \(ShellWord.quoted($0))" }
    }
}

extension Wording {
    /// The text of the command line.
    package var commandText: String { text(in: CommandStyle.current) }
}
