// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Testing

struct FieldObjectionTests {
    @Test(
        arguments: [
            ("birth_date", "1990-12-31", nil), ("birth_date", "1990-13-31", .date), ("birth_date", "", .empty),
            ("id_country_code", "DEU", nil), ("id_country_code", "de", .country), ("language_code", "EN", .language),
            ("email_address", "a@b", nil), ("email_address", "a b@c", .email), ("mobile_number", "+14155552671", nil),
            ("mobile_number", "14155552671", .phone), ("photo_id_front", "a", .file), ("first_name", "Ada", nil),
        ] as [(String, String, FieldObjection?)])
    func `a value that has not the form of its field is named by its fault`(
        name: String, value: String, objection: FieldObjection?
    ) {
        #expect(CustomerField.objection(to: value, of: name) == objection)
    }

    @Test func `the text names the limit, and choices that are not shown beside the field`() throws {
        let limit = try #require(DecimalText("10.5"))
        #expect(FieldObjection.below(limit, code: "USD").message == "the least is 10.5 USD")
        #expect(FieldObjection.above(limit, code: "USD").message == "the most is 10.5 USD")
        #expect(FieldObjection.choice(among: ["a", "b"]).message == "it is not one of a, b")
        #expect(FieldObjection.choice(among: []).message == "not one of the choices")
    }
}
