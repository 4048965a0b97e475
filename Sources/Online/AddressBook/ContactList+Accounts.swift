// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
import StellarXDR

extension ContactList {
    /// The accounts in a signing device's export, as contacts: Keystone's `crypto-multi-accounts` or LumenSigner's
    /// `address;...`; nil when the bytes begin with neither.
    ///
    /// - Parameter name: the name for an account without one; several accounts get a number appended.
    package static func accounts(_ bytes: [UInt8], name: String?, origin: String) throws(Failure) -> [Contact]? {
        let start = bytes.drop { $0 == 0x20 || (0x09...0x0d).contains($0) }.prefix(8)
        let text = String(decoding: start, as: UTF8.self).lowercased()
        guard text.hasPrefix("ur:") || text.hasPrefix("address;") else { return nil }
        let input: HandoffInput
        do { input = try HandoffInput.recognise(bytes) } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
        guard case .accounts(let found) = input.content else {
            throw Failure(
                .badInput, "\(origin): there are no accounts in this",
                hint: "to export an account: \(step: .sign(.showKeyAsQR))")
        }
        var contacts: [Contact] = []
        for (place, account) in found.accounts.enumerated() {
            guard let own = name.map({ found.accounts.count == 1 ? $0 : "\($0)-\(place)" }) ?? account.name else {
                throw Failure(
                    .badInput, "\(origin): the account has no name", hint: "give one: \(field: .name, "NAME")")
            }
            contacts.append(
                try Contact(
                    name: own, account: MuxedAccount(account.key), memo: .none,
                    note: Self.note(account, found.fingerprint)))
        }
        return contacts
    }

    /// The note with the key path and fingerprint that a request to the device must state.
    private static func note(_ account: WatchOnlyAccounts.Account, _ fingerprint: UInt32) -> String? {
        account.path.map { path in
            let digits = String(fingerprint, radix: 16)
            let padded = String(repeating: "0", count: 8 - digits.count) + digits
            return fingerprint == 0 ? "key \(path.text)" : "key \(path.text), fingerprint \(padded)"
        }
    }
}
