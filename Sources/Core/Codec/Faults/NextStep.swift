// SPDX-License-Identifier: Apache-2.0

/// Something that a person can do next. The command line shows it as a command to copy, the desk as a link or a button.
///
/// Values are nil where the person has to fill them in.
package enum NextStep: Hashable, Sendable {
    case build(BuildStep)
    case submit(SubmitStep)
    case sign(SignStep)
    case anchor(AnchorStep)
    /// Reads the codes in a picture.
    case scan
    /// An input that can also be set for all commands: `.horizonURL`, `.rpcURL` or `.source`.
    case give(FieldID)

    /// What the online machine prepares.
    package enum BuildStep: Hashable, Sendable {
        case payment
        case createAccount
        /// Friendbot of a test network.
        case fund(account: String?)
        /// - Parameter asset: `CODE:ISSUER`.
        case addTrustline(account: String?, asset: String?)
        case setOptions
        /// A message that shows that the holder of a key can sign with it.
        ///
        /// - Parameter key: the contact's name or the address.
        case proveKey(key: String, text: String)
        /// On the asset's issuer.
        case makeRevocable
        case endSponsoring(account: String)
        /// - Parameter token: `native`, or a word for an asset.
        case tokenTransfer(token: String)
        case invoke
        /// - Parameter signer: whose entries; nil for all.
        case requestEntries(signer: String?)
        case batch
        case batchWithChannels
        /// - Parameter hash: of the transaction to void.
        case cancel(hash: String?)
        case forgetRequest(hash: String)
        /// Another transaction in the place of one that can no longer be applied.
        case rebuild(hash: String)
        /// A new transaction like this one.
        case repeated(hash: String)
        case challenge
        /// A transaction as text for people.
        case writeText
        /// A request from a transaction's text.
        case compose
        /// Any request, in place of one that someone else made.
        case request
        case convert
        case setAccount
        case listContacts
        case importContacts
        case exportContacts
        case importContracts
        case lookUpAccount
        case lookUpPaths
        case lookUpContract
        case lookUpToken
        case lookUpTransaction(hash: String?)
        /// - Parameters:
        ///   - account: that pays for it; nil for any.
        ///   - data: SorobanTransactionData in base64; nil where only a simulation says it.
        case restoreEntries(account: String?, data: String?)
    }

    /// What the online machine does with what was signed.
    package enum SubmitStep: Hashable, Sendable {
        case send
        case resume
        case status
        case check
        case merge
        /// Merge without the signatures that the network does not need.
        case dropSurplus
        case listSignatures
        /// Puts signed authorization entries into their transaction.
        case authorize
        case logIn
        /// A contract account's login, whose token is shown.
        case logInShowingToken
        case listRampSessions
        case rampStatus
        case setProfile
    }

    /// What the machine with the keys does.
    package enum SignStep: Hashable, Sendable {
        case sign
        case inspect
        case newKey
        case importKey
        case listKeys
        /// As a QR code.
        case showKeyAsQR
        /// As Coldstar's own document.
        case exportAccount(key: String)
        case drillKey(key: String?)
        case exportKey(key: String)
        /// - Parameter from: the backup, as the user named it.
        case restoreKey(key: String, from: String)
        /// - Parameters:
        ///   - number: of the account among those of the words; nil for the first, and for a secret key.
        ///   - chain: nil for Stellar.
        ///   - hasPassphrase: whether the words have a BIP-39 passphrase.
        case typeWords(key: String, number: UInt32?, chain: String?, hasPassphrase: Bool)
        /// The whole vault.
        ///
        /// - Parameter from: the backup, as the user named it.
        case restoreVault(from: String)
        /// Compares an account with that of a key.
        case compareAccount(key: String, account: String)
        case removeKey(key: String)
        case setPolicy
        case makeShares(key: String)
        case drillShares(key: String)
        /// - Parameters:
        ///   - key: its name; nil for one that the user chooses.
        ///   - account: the account or address that they have to give.
        ///   - number: of the account among those of the words; nil for the first.
        ///   - chain: nil for Stellar.
        case restoreShares(key: String?, account: String?, number: UInt32?, chain: String?)
        case showBook
        case acceptBook(key: String?)
        case removeContact(name: String)
        /// - Parameter account: whose signers the book shall know.
        case addKnownAccount(account: String?)
        case addContact
        case addKnownAsset
        case pinContract
        /// Pin the contract as it is now.
        case replacePin
        case acceptJournal(key: String?)
        /// What `acceptJournal` shows before it asks.
        case reviewJournal
        case verifyJournal
        /// Records the number of a transaction that others have signed.
        case noteTransaction
        /// Replaces an account of the book by what a request says of it.
        case replaceAccountInBook
    }

    /// What is done with an anchor.
    package enum AnchorStep: Hashable, Sendable {
        case info(AnchorReference)
        case listTransactions(AnchorReference, asset: String)
        case quote(AnchorReference, sells: String, buys: String, amount: String)
        case exchangePrice
        /// - Parameters:
        ///   - type: the customer type; nil for the anchor's usual one.
        ///   - fields: as the anchor names them.
        case giveCustomerFields(AnchorReference, type: String?, fields: [String])
        case showCustomer
        case listTransfers
        /// - Parameter number: of the transfer in the journal.
        case resume(number: Int64, isLoopback: Bool)
        case watch(AnchorReference, TransferReference)
        case payWithdrawal(AnchorReference, TransferReference)
        /// The payment of a withdrawal that is not named here.
        case payAnyWithdrawal
        case logIn(AnchorReference)
    }

    /// An anchor, and who its user is.
    package struct AnchorReference: Hashable, Sendable {
        package let homeDomain: String
        package let isLoopback: Bool
        package let account: String?
        package let memoID: UInt64?
        /// Its short name; nil for a network that has none.
        package let network: String?
        package let networkPassphrase: String?

        /// - Parameter network: its short name and passphrase; nil if nothing says which.
        package init(
            homeDomain: String, isLoopback: Bool = false, account: String? = nil, memoID: UInt64? = nil,
            network: (name: String?, passphrase: String)? = nil
        ) {
            self.homeDomain = homeDomain
            self.isLoopback = isLoopback
            self.account = account
            self.memoID = memoID
            self.network = network?.name
            networkPassphrase = network?.passphrase
        }
    }

    /// A transfer at an anchor.
    package enum TransferReference: Hashable, Sendable {
        /// Its number in the journal of this machine.
        case number(Int64)
        /// The anchor's id.
        case id(String)
    }
}

extension NextStep {
    /// The action in words, as an imperative without a capital letter.
    package var title: String {
        switch self {
        case .build(let step): step.title
        case .submit(let step): step.title
        case .sign(let step): step.title
        case .anchor(let step): step.title
        case .scan: "read the codes in a picture"
        case .give(.horizonURL): "give the URL of a Horizon server"
        case .give(.rpcURL): "give the URL of a Stellar RPC server"
        case .give(let field): "give \(field.plain)"
        }
    }
}

extension NextStep.BuildStep {
    fileprivate var title: String {
        switch self {
        case .payment: "build a payment"
        case .createAccount: "create the account"
        case .fund(let account): "fund \(account ?? "the account") through friendbot"
        case .addTrustline(let account, let asset):
            "add a trustline" + (asset.map { " for \($0)" } ?? "") + (account.map { " to \($0)" } ?? "")
        case .setOptions: "change the account's options"
        case .proveKey(let key, let text): "have \(key) sign the message \"\(text)\""
        case .makeRevocable: "set the flag auth_revocable on the issuer"
        case .endSponsoring(let account): "end the sponsorship of \(account)'s reserves"
        case .tokenTransfer: "transfer it as a token"
        case .invoke: "call the contract"
        case .requestEntries(let signer):
            "request the signatures of the authorization entries" + (signer.map { " of \($0)" } ?? "")
        case .batch: "build requests from a table"
        case .batchWithChannels: "build the payments over channel accounts"
        case .cancel(let hash): "cancel " + (hash ?? "the transaction")
        case .forgetRequest(let hash): "forget the request \(hash)"
        case .rebuild(let hash): "rebuild \(hash)"
        case .repeated(let hash): "repeat \(hash)"
        case .challenge: "fetch a new login challenge"
        case .writeText: "write it as text"
        case .compose: "make a request of the text"
        case .request: "a request of your own"
        case .convert: "convert it to a request"
        case .setAccount: "set your own account"
        case .listContacts: "list the contacts"
        case .importContacts: "import the contacts"
        case .exportContacts: "export the contacts"
        case .importContracts: "import the contracts that the signer's book pins"
        case .lookUpAccount: "look at the account"
        case .lookUpPaths: "look for paths"
        case .lookUpContract: "look at the contract"
        case .lookUpToken: "look at the token"
        case .lookUpTransaction(let hash): "look at " + (hash ?? "the transaction")
        case .restoreEntries: "restore the archived entries"
        }
    }
}

extension NextStep.SubmitStep {
    fileprivate var title: String {
        switch self {
        case .send: "submit it"
        case .resume: "resume the pending submissions"
        case .status: "look at the status"
        case .check: "check it"
        case .merge: "merge the signatures"
        case .dropSurplus: "drop the surplus signatures"
        case .listSignatures: "see who has signed"
        case .authorize: "put the signed entries into the transaction"
        case .logIn: "log in"
        case .logInShowingToken: "log in and show the token"
        case .listRampSessions: "list the ramp sessions"
        case .rampStatus: "look at the ramp session"
        case .setProfile: "fill in the profile"
        }
    }
}

extension NextStep.SignStep {
    fileprivate var title: String {
        switch self {
        case .sign: "sign it at the signer"
        case .inspect: "inspect it at the signer"
        case .newKey: "create a key at the signer"
        case .importKey: "import the key at the signer"
        case .listKeys: "list the signer's keys"
        case .showKeyAsQR: "show the key's address at the signer as a QR code"
        case .exportAccount(let key): "export the account of key \(key) at the signer"
        case .drillKey(let key): "test the backup of " + (key.map { "key \($0)" } ?? "the key") + " at the signer"
        case .exportKey(let key): "show the words of key \(key) at the signer"
        case .restoreKey(let key, let file): "restore key \(key) from \(TerminalText.escape(file)) at the signer"
        case .typeWords(let key, _, _, _): "import key \(key) at the signer from its words or its secret key"
        case .restoreVault(let file): "restore the whole vault from \(TerminalText.escape(file)) at the signer"
        case .compareAccount(let key, _): "compare the account with that of key \(key) at the signer"
        case .removeKey(let key): "remove key \(key) at the signer"
        case .setPolicy: "set a policy at the signer"
        case .makeShares(let key): "make shares of key \(key) at the signer"
        case .drillShares(let key): "test the shares of key \(key) at the signer"
        case .restoreShares(let key, _, _, _):
            "restore " + (key.map { "key \($0)" } ?? "a key") + " from its shares at the signer"
        case .showBook: "look at the signer's book"
        case .acceptBook: "accept the signer's book"
        case .removeContact(let name): "remove the contact \(name) from the signer's book"
        case .addKnownAccount(let account):
            "add the account" + (account.map { " \($0)" } ?? "") + " to the signer's book"
        case .addContact: "add the contact to the signer's book"
        case .addKnownAsset: "add the asset to the signer's book"
        case .pinContract: "pin the contract in the signer's book"
        case .replacePin: "replace the pin in the signer's book"
        case .acceptJournal: "accept the signer's journal"
        case .reviewJournal: "the signer's list of them"
        case .verifyJournal: "verify the signer's journal"
        case .noteTransaction: "note a transaction that others have signed"
        case .replaceAccountInBook: "replace the account in the signer's book by the request's"
        }
    }
}

extension NextStep.AnchorStep {
    fileprivate var title: String {
        switch self {
        case .info: "look at what the anchor offers"
        case .listTransactions: "list the anchor's transfers"
        case .quote: "ask the anchor for a quote"
        case .exchangePrice: "ask the anchor for a price"
        case .giveCustomerFields(_, _, let fields):
            "give the anchor "
                + (fields.isEmpty ? "what it asks for" : fields.map { TerminalText.escape($0) }.joined(separator: ", "))
        case .showCustomer: "look at what the anchor asks for"
        case .listTransfers: "list the transfers"
        case .resume(let number, _): "resume transfer \(number)"
        case .watch: "follow the transfer"
        case .payWithdrawal, .payAnyWithdrawal: "build the withdrawal's payment"
        case .logIn(let anchor): "log in at \(anchor.homeDomain)"
        }
    }
}
