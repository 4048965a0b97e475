// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The addresses for which a signature by this key may count.
///
/// The key's own account, accounts that it signs for according to the book, contract accounts that the book pins with
/// it as a signer, and, for credentials of a source account, the source of the operation that carries them. For an
/// entry that is signed alone, the entry's address; where the payload does not name it (the older credentials), also
/// all of the others. That an address is not among them proves nothing: the book need not know every account.
struct SigningReach {
    @Indirect private var input: ReviewInput
    private let network: Network
    /// The entry that is signed alone.
    @Indirect private var asked: AuthorizationRequest?

    /// - Parameter network: the book's contracts are on one.
    init(_ input: ReviewInput, on network: Network) {
        (self.input, self.network) = (input, network)
        asked = if case .authorization(let asked, _) = input.subject { asked } else { nil }
    }

    /// Whether only the address that an entry names can use the signature.
    private var isBound: Bool {
        switch asked?.entry.credentials {
        case .addressV2?, .addressWithDelegates?: true
        case .address?, .sourceAccount?, nil: false
        }
    }

    func contains(_ address: SCAddress) -> Bool {
        if asked?.entry.credentials.address?.address == address { return true }
        return !isBound && isKey(of: address)
    }

    /// For an entry that is signed alone by a known key: its address and its delegates, each once, as far as the key
    /// signs for them; nil otherwise.
    var delegations: [SCAddress]? {
        guard let credentials = asked?.entry.credentials, let address = credentials.address?.address, input.key != nil
        else { return nil }
        var seen: Set<SCAddress> = []
        return ([address] + credentials.delegates.map(\.address)).filter { isKey(of: $0) && seen.insert($0).inserted }
    }

    /// Whether the entry that is signed alone asks for a signature over context rules.
    var signsRules: Bool { asked?.contextRules != nil }

    /// Whether the key is an address's own, or the book has it as a signer.
    private func isKey(of address: SCAddress) -> Bool {
        guard let key = input.key?.account else { return false }
        switch address {
        case .account(let account): return account == key || input.book.account(account)?.isSigned(by: key) == true
        case .contract(let id): return input.book.pin(of: id, on: network)?.account?.signers.contains(key) == true
        case .muxedAccount, .muxedContract, .claimableBalance, .liquidityPool: return false
        }
    }

    /// The accounts and contract accounts of the book for which the key signs, besides its own, in order.
    static func others(of key: AccountID, _ book: Book, on network: Network) -> [SCAddress] {
        let accounts = book.accounts.map(\.account).filter { $0 != key && book.account($0)?.isSigned(by: key) == true }
        return accounts.sorted { $0.address < $1.address }.map { .account($0) }
            + book.contractAccounts(signedBy: key, on: network).map { .contract($0.contract) }
    }
}

extension OperationContext {
    /// Whether this signature may authorize what is done in an address's name.
    func counts(for address: SCAddress) -> Bool {
        address == .account(source.account) || transaction.reach.contains(address)
    }
}
