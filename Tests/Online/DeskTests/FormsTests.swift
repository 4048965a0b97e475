// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Desk

struct FormsTests {
    private func request(_ body: String, type: String = "application/x-www-form-urlencoded") -> DeskRequest {
        DeskRequest(method: "POST", path: "/pay", headers: [("Content-Type", type)], body: Array(body.utf8))
    }

    @Test func `fields are trimmed, and empty ones are missing`() throws {
        let fields = try DeskFields(of: request("amount=+1.5+&memo=+&a=1&a=2&claimant=x%0D%0A%0D%0Ay"))
        #expect(fields["amount"] == "1.5" && fields["memo"] == nil && fields["other"] == nil)
        #expect(fields["a"] == "2")
        #expect(fields.lines("claimant") == ["x", "y"])
    }

    @Test(arguments: ["a=%", "a=%FF", "a=%zz"])
    func `a form that cannot be read is refused`(body: String) {
        #expect(throws: Failure.self) { try DeskFields(of: request(body)) }
    }

    @Test func `other types of body have no fields`() throws {
        #expect(try DeskFields(of: request("{\"token\":\"x\"}", type: "application/json"))["token"] == nil)
        #expect(try DeskFields(of: request("token=x", type: "text/plain"))["token"] == nil)
    }

    @Test func `files are apart from texts`() throws {
        let body = """
            --B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n1,2\r\n--B\r\nContent-Disposition: form-data; \
            name="empty"; filename=""\r\n\r\n\r\n--B--\r\n
            """
        let fields = try DeskFields(of: request(body, type: "multipart/form-data; boundary=B"))
        #expect(fields.files("file").map(\.name) == ["a.csv"])
        #expect(fields["file"] == nil && fields.files("empty").isEmpty)
    }

    @Test(
        arguments: [(.amount, "amount"), (.asset, nil), (.words("amount"), nil), (nil, nil)] as [(FieldID?, String?)])
    func `an error finds its field`(field: FieldID?, name: String?) {
        let fields = [FormField("amount", "Amount", .amount, ""), FormField("type", "Method", .choice([]), "")]
        #expect(Failure(.badInput, field, "wrong").field(among: fields) == name)
    }

    @Test func `every operation has a form of its own name, and every field a name of its own`() {
        let forms = OperationForm.groups.flatMap(\.forms)
        #expect(forms.count == 29)
        #expect(Set(forms.map(\.name)).count == forms.count)
        for form in forms {
            let names = (form.fields + TermsForm.main + TermsForm.more).map(\.name)
            #expect(Set(names).count == names.count, "\(form.name)")
            #expect(OperationForm.named(form.name)?.title == form.title)
        }
    }

    @Test func `a field that is required and missing is named`() {
        for form in OperationForm.groups.flatMap(\.forms) {
            guard let first = form.fields.first(where: \.isRequired) else { continue }
            let empty = DeskFields()
            #expect(throws: Failure.self, "\(form.name): \(first.name)") {
                _ = try form.operation(empty, form.texts(empty))
            }
        }
    }

    @Test func `further options are open where one of them has a value or an error`() {
        func form(_ values: [(String, String)], _ failure: Failure? = nil) -> FormView {
            FormView(
                "S", action: "/pay", button: "B", OperationForm.payment.fields + TermsForm.main,
                more: TermsForm.more, values: DeskFields(values), failure: failure)
        }
        #expect(!form([("place", "after-drafts")]).isMoreOpen)
        #expect(form([("place", "next")]).isMoreOpen)
        #expect(form([("fee", "100")]).isMoreOpen)
        #expect(form([], Failure(.badInput, .fee, "too low")).isMoreOpen)
        #expect(form([], Failure(.badInput, .fee, "too low")).more.first { $0.name == "fee" }?.error == "too low")
    }
}
