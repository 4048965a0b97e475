// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Markup
import Stellar
import StellarXDR
import Workspace

/// The contacts: names for accounts, and the memos that payments to them require.
extension Desk {
    private static let fields: [FormField] = [
        FormField("name", "Name", .text, "Letters, digits, dots and hyphens."),
        FormField("account", "Account", .account, "G..., M..., C..., W..., or name*domain."),
        .optional("memo", "Memo", .text, "That payments require: text:..., id:N, hash:HEX or return:HEX."),
        .optional("note", "Note", .text, "For yourself."),
        .optional("replace", "Replace", .flag, "The contact that has this name already is changed to this."),
    ]

    func contactsPage(
        _ query: [String: String], values: DeskFields? = nil, failure: Failure? = nil
    ) throws(Failure) -> DeskResponse {
        let contacts = try contacts()
        let given = values ?? query["text"].map { DeskFields([("account", $0)]) }
        let form = FormView(
            "A name for an account, to use wherever an address is asked for.", action: "/contacts/add",
            button: "Save the contact", Self.fields, values: given, failure: failure)
        return page("Contacts", in: "contacts", status: failure.map(Self.status(of:)) ?? 200) {
            tag(.section, .live("contacts"), .id("contacts-section")) {
                if contacts.isEmpty { quiet { "There are no contacts yet." } } else { table(contacts) }
            }
            tag(.h2) { "Add a contact" }
            form.html(token: token)
        }
    }

    private func table(_ contacts: [Contact]) -> HTML {
        scrolled("Contacts") {
            tag(.table, .class("stack")) {
                tag(.thead) {
                    tag(.tr) { for name in ["Name", "Account", "Memo", "Note", ""] { tag(.th) { name } } }
                }
                tag(.tbody) { for contact in contacts { row(contact) } }
            }
        }
    }

    private func row(_ contact: Contact) -> HTML {
        tag(.tr) {
            tag(.th, .scope("row")) {
                if let account = contact.account?.account {
                    tag(.a, .href("/accounts/\(account.address)")) { contact.name }
                } else {
                    contact.name
                }
            }
            tag(.td, .class("address")) { GroupsOfFour.text(contact.address.address) }
            labelled("Memo", contact.memo == .none ? nil : contact.memo.shown)
            labelled("Note", contact.note)
            tag(.td) {
                postForm("/contacts/remove", token: token) {
                    hidden("name", contact.name)
                    submitButton("Remove", .aria("label", "Remove \(contact.name)"))
                }
            }
        }
    }

    private func labelled(_ label: String, _ text: String?) -> HTML {
        text.map { text in tag(.td, .data("label", label)) { text } } ?? tag(.td) {}
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
                try contacts.keep([try new.contact(in: context)], replacing: fields.isOn("replace"))
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
    /// Its two ends, where the whole would not be read.
    static func short(_ address: String) -> String {
        address.count <= 14 ? address : "\(address.prefix(6))...\(address.suffix(6))"
    }
}
