// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Markup
import Workspace

/// The form that changes who can sign for an account.
extension Desk {
    private static let signersFields: [FormField] = SignersSpec.fields.map { FormField($0) }
    private static let signersTerms: [FormField] =
        [FormField(TermsSpec.note), FormField(TermsSpec.fee)] + TermsSpec.conditions.map { FormField($0) }

    /// - Parameters:
    ///   - values: what was typed, or what a link proposes; nil for a new form.
    ///   - failure: why it was not carried out.
    func signersPage(values: DeskFields? = nil, failure: Failure? = nil) throws(Failure) -> DeskResponse {
        let names = try suggestions()
        var values = values
        if failure == nil, values?["of"] == nil, let source = names.source {
            values = (values ?? DeskFields([("fee", "auto")])).setting("of", source)
        }
        let form = FormView(
            "One transaction changes all signers and thresholds; what would lock the account is refused.",
            action: "/signers", button: "Build the request", Self.signersFields, more: Self.signersTerms,
            values: values, failure: failure, accounts: names.accounts)
        return page("Who may sign", in: "operation", status: failure.map(Self.status(of:)) ?? 200) {
            form.html(token: token)
            related { tag(.a, .href("/operation")) { "All operations" } }
        }
    }

    /// Builds the request that the form describes, records it and shows its page with who can sign afterwards.
    func buildSigners(_ fields: DeskFields) throws(Failure) -> DeskResponse {
        do throws(Failure) {
            var texts = FieldTexts()
            for field in SignersSpec.fields + TermsSpec.conditions + [TermsSpec.note, TermsSpec.fee] {
                texts.fill(field, from: fields)
            }
            var wanted = TransactionParameters(context: context, network: choice, now: now)
            try wanted.fill(texts)
            return try build(SignersJob(try SignersTerms(texts), wanted), showsFacts: true)
        } catch { return try signersPage(values: fields, failure: error) }
    }
}
