// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import Workspace

/// The contacts: names for accounts, and the memos that payments to them require.
extension Desk {
    private static let fields: [FormField] = [
        FormField("name", "Name", .text, "Letters, digits, dots and hyphens."),
        FormField("account", "Account", .account, "G..., M..., or name*domain."),
        .optional("memo", "Memo", .text, "That payments require: text:..., id:N, hash:HEX or return:HEX."),
        .optional("note", "Note", .text, "For yourself."),
    ]

    func contactsPage(
        _ query: [String: String], values: DeskFields? = nil, failure: Failure? = nil
    ) throws(Failure) -> DeskResponse {
        struct Row {
            let name: String
            let id: String
            let account: String
            let memo: String
            let note: String
        }
        struct View {
            let contacts: [Row]
            let isEmpty: Bool
            let form: FormView
            let token: String
        }
        let contacts = try context.contacts().map { contact in
            Row(
                name: contact.name, id: contact.account.account.address,
                account: AddressText.grouped(contact.account.address),
                memo: contact.memo == .none ? "" : contact.memo.shown, note: contact.note ?? "")
        }
        let given = values ?? query["text"].map { DeskFields([("account", $0)]) }
        let form = FormView(
            "Add a contact", "A name for an account, to use wherever an address is asked for.", action: "/contacts/add",
            button: "Save the contact", Self.fields, values: given, failure: failure)
        return page(
            "Contacts", in: "contacts", "contacts",
            View(contacts: contacts, isEmpty: contacts.isEmpty, form: form, token: token),
            status: failure.map(Self.status(of:)) ?? 200)
    }

    /// - Parameter action: `add` or `remove`.
    func contactsForm(_ action: String, _ fields: DeskFields) throws(Failure) -> DeskResponse? {
        do throws(Failure) {
            let contacts = Contacts(try context.journal())
            switch action {
            case "add":
                let new = NewContact(
                    name: try fields.required("name"),
                    account: try FieldID("account").value(of: try fields.required("account")),
                    memo: try FieldID.memo.optionalValue(of: fields["memo"]), note: fields["note"])
                try contacts.keep([try new.contact(in: context)], replacing: false)
            case "remove": try contacts.remove(named: try fields.required("name"))
            default: return nil
            }
            changes.post()
            return .seeOther("/contacts")
        } catch {
            return try contactsPage([:], values: fields, failure: error)
        }
    }
}

/// Addresses for people.
enum AddressText {
    /// In groups of four characters, so that the eye finds its place again.
    static func grouped(_ address: String) -> String {
        var text = ""
        for (index, character) in address.enumerated() {
            if index > 0, index % 4 == 0 { text.append(" ") }
            text.append(character)
        }
        return text
    }

    /// Its two ends, where the whole would not be read.
    static func short(_ address: String) -> String {
        address.count <= 14 ? address : "\(address.prefix(6))...\(address.suffix(6))"
    }
}
