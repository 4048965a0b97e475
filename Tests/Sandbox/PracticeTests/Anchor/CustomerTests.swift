// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import TestSupport
import Testing

@testable import Practice

private let png =
    "--b\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\nsep6-withdraw\r\n"
    + "--b\r\nContent-Disposition: form-data; name=\"photo_id_front\"; filename=\"p\"\r\nContent-Type: image/png\r\n\r\n"

struct CustomerTests {
    private func put(_ practice: PracticeSession, _ body: JSON, _ token: String) async -> AnchorReply {
        await practice.ask("PUT", "/sep12/customer", body: body.text(), token: token)
    }

    private func status(_ practice: PracticeSession, _ token: String, _ type: String = "sep6-deposit") async -> String {
        await practice.get("/sep12/customer", [("type", type)], token: token).json?["status"]?.asString ?? ""
    }

    @Test func `requests the fields that the customer type requires`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let deposit = await practice.get("/sep12/customer", token: token)
        let withdrawal = await practice.get("/sep12/customer", [("type", "sep6-withdraw")], token: token)
        #expect(deposit.json?["id"] == nil && deposit.json?["status"] == "NEEDS_INFO")
        #expect(deposit.json?["fields"]?.asObject?.keys == ["first_name", "last_name", "email_address"])
        let fields = try #require(withdrawal.json?["fields"])
        #expect(fields["birth_date"]?["type"] == "date" && fields["photo_id_front"]?["type"] == "binary")
        #expect(fields["photo_id_front"]?["optional"] == true && fields["birth_date"]?["optional"] == nil)
        #expect(fields["id_type"]?["choices"] == ["passport", "drivers_license", "id_card"])
    }

    @Test func `goes from NEEDS_INFO through a verification code and PROCESSING to ACCEPTED`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let first = await put(practice, ["first_name": "Ann", "last_name": "Onymous"], token)
        #expect(first.status == 202)
        let id = try #require(first.json?["id"]?.asString)
        #expect(await status(practice, token) == "NEEDS_INFO")
        #expect(await put(practice, ["id": .string(id), "email_address": "a@b"], token).json?["id"]?.asString == id)
        let waiting = await practice.get("/sep12/customer", [("id", id)], token: token).json
        #expect(waiting?["provided_fields"]?["email_address"]?["status"] == "VERIFICATION_REQUIRED")
        #expect(waiting?["message"]?.asString?.contains("123456") == true)
        let wrong = await put(practice, ["email_address_verification": "123457"], token)
        #expect(wrong.status == 400 && wrong.reason == "The provided confirmation code was invalid.")
        #expect(await put(practice, ["email_address_verification": "123456"], token).status == 202)
        #expect(await status(practice, token) == "PROCESSING")
        practice.wait(PracticeAnchor.step)
        #expect(await status(practice, token) == "ACCEPTED")
        #expect(await status(practice, token, "sep6-withdraw") == "NEEDS_INFO")
        // The same address changes nothing; another address requires another code.
        #expect(await put(practice, ["email_address": "a@b"], token).status == 202)
        #expect(await status(practice, token) == "ACCEPTED")
        #expect(await put(practice, ["email_address": "c@d"], token).status == 202)
        #expect(await status(practice, token) == "NEEDS_INFO")
    }

    @Test func `also accepts a code through the older verification endpoint`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let id = try #require(
            await put(practice, ["first_name": "A", "last_name": "B", "email_address": "a@b"], token).json?["id"])
        func verify(_ body: JSON) async -> AnchorReply {
            await practice.ask("PUT", "/sep12/customer/verification", body: body.text(), token: token)
        }
        #expect(await verify(["email_address_verification": "123456"]).status == 400)
        #expect(await verify(["id": "x", "email_address_verification": "123456"]).status == 404)
        #expect(await verify(["id": id]).status == 400)
        #expect(await verify(["id": id, "email_address_verification": "0"]).status == 400)
        #expect(await verify(["id": id, "first_name_verification": "123456"]).status == 400)
        let done = await verify(["id": id, "email_address_verification": "123456"])
        #expect(done.status == 200 && done.json?["provided_fields"]?["email_address"]?["status"] == "PROCESSING")
    }

    @Test func `rejects a customer and an invalid picture`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        #expect(await put(practice, ["last_name": "Rejected"], token).status == 202)
        #expect(await status(practice, token) == "PROCESSING")
        practice.wait(PracticeAnchor.step)
        let rejected = await practice.get("/sep12/customer", token: token).json
        #expect(rejected?["status"] == "REJECTED" && rejected?["message"] != nil)
        let refused = await practice.get(
            "/sep6/deposit", [("asset_code", "SRT"), ("account", alice.address)], token: token)
        #expect(refused.status == 403 && refused.json?["status"] == "denied")
        #expect(await put(practice, ["last_name": "Onymous"], token).status == 202)

        let text = await practice.ask(
            "PUT", "/sep12/customer", body: png + "no picture\r\n--b--\r\n", type: "multipart/form-data; boundary=b",
            token: token)
        #expect(text.status == 202)
        practice.wait(PracticeAnchor.step)
        let after = await practice.get("/sep12/customer", [("type", "sep6-withdraw")], token: token).json
        #expect(after?["status"] == "NEEDS_INFO")
        #expect(after?["provided_fields"]?["photo_id_front"]?["status"] == "REJECTED")
        #expect(after?["provided_fields"]?["photo_id_front"]?["error"] != nil)
    }

    @Test(
        arguments: [
            ["first_name": .string(String(repeating: "x", count: 201))], ["birth_date": "2001-02-29"],
            ["birth_date": "2101-01-01"], ["birth_date": "28.2.2001"], ["email_address": "nobody"],
            ["id_type": "library"],
            ["photo_id_front": "text"], ["type": "sep31-sender"], ["account": .string(bob.address)], ["memo": "x"],
            ["memo": "1", "memo_type": "hash"], ["transaction_id": "x"], ["id": "x"], ["first_name": ["a"]],
            ["mobile_number_verification": "123456"], ["email_address_verification": "123456"],
            ["photo_id_front_file_id": "x"],
        ] as [JSON]) func `stores nothing of a request that it rejects`(body: JSON) async throws
    {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        var members = body.asObject ?? JSONObject()
        members["last_name"] = "Onymous"
        let reply = await put(practice, .object(members), token)
        #expect([400, 404].contains(reply.status) && !reply.reason.isEmpty)
        #expect(await practice.get("/sep12/customer", token: token).json?["id"] == nil)
    }

    @Test func `does not disclose, change or delete another client's customer`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let id = try #require(await put(practice, ["first_name": "Ann"], token).json?["id"]?.asString)
        for other in [try await practice.logIn(bob), try await practice.logIn(alice, [("memo", "5")])] {
            #expect(await practice.get("/sep12/customer", [("id", id)], token: other).status == 404)
            #expect(await practice.get("/sep12/customer", token: other).json?["id"] == nil)
            #expect(await put(practice, ["id": .string(id), "first_name": "Eve"], other).status == 404)
        }
        let delete = await practice.ask(
            "DELETE", "/sep12/customer/\(alice.address)", token: try await practice.logIn(bob))
        #expect(delete.status == 401)
        #expect(await practice.get("/sep12/customer", token: token).json?["id"]?.asString == id)
    }

    @Test func `distinguishes the users of one account by memo`() async throws {
        let practice = try PracticeSession()
        let whole = try await practice.logIn(alice)
        let fifth = try await practice.logIn(alice, [("memo", "5")])
        let id = try #require(await put(practice, ["memo": "5", "first_name": "Eve"], whole).json?["id"]?.asString)
        #expect(await practice.get("/sep12/customer", token: fifth).json?["id"]?.asString == id)
        #expect(await practice.get("/sep12/customer", [("id", id)], token: whole).status == 200)
        #expect(await practice.get("/sep12/customer", token: whole).json?["id"] == nil)
        #expect(await practice.get("/sep12/customer", [("memo", "6")], token: fifth).status == 400)
    }

    @Test func `deletes a customer on request`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let path = "/sep12/customer/\(alice.address)"
        #expect(await practice.ask("DELETE", path, token: token).status == 200)
        #expect(await practice.ask("DELETE", path, token: token).status == 404)
        #expect(await practice.get("/sep12/customer", token: token).json?["id"] == nil)
    }

    @Test func `stores uploaded files for use in their owner's customer data`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\n%PDF-1.7\r\n--b--"
        let type = "multipart/form-data; boundary=\"b\""
        let sent = await practice.ask("POST", "/sep12/customer/files", body: body, type: type, token: token)
        let id = try #require(sent.json?["file_id"]?.asString)
        #expect(sent.json?["content_type"] == "application/pdf" && sent.json?["size"] == 8)
        let other = try await practice.logIn(bob)
        #expect(await practice.get("/sep12/customer/files", [("file_id", id)], token: other).status == 404)
        #expect(await put(practice, ["photo_id_front_file_id": .string(id)], other).status == 400)
        let customer = try #require(
            await put(practice, ["photo_id_front_file_id": .string(id)], token).json?["id"]?.asString)
        let list = await practice.get("/sep12/customer/files", [("customer_id", customer)], token: token)
        #expect(list.json?["files"]?.asArray?.first?["file_id"]?.asString == id)
        #expect(await practice.get("/sep12/customer/files", token: token).status == 400)
        #expect(await practice.ask("POST", "/sep12/customer/files", body: "{}", token: token).status == 400)
    }

    @Test(arguments: [
        ("multipart/form-data", "--b--"), ("multipart/form-data; boundary=", "--b--"),
        ("multipart/form-data; boundary=b", ""), ("multipart/form-data; boundary=b", "nothing"),
        ("multipart/form-data; boundary=b", "--b"), ("multipart/form-data; boundary=b", "--b\r\n"),
        ("multipart/form-data; boundary=b", "--b\r\n\r\n--b--"),
        ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--"),
        ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx"),
        ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b"),
        ("application/x-www-form-urlencoded", "a=%zz"), ("application/x-www-form-urlencoded", "a=%ff"),
        ("application/json", "{"), ("application/json", "[]"), ("application/json", "{\"a\": 1, \"a\": 2}"),
        ("text/plain", "a=b"), ("", "a=b"),
    ]) func `rejects bodies that cannot be decoded`(type: String, body: String) async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let reply = await practice.ask("PUT", "/sep12/customer", body: body, type: type, token: token)
        // An empty body counts as no body.
        #expect(body.isEmpty ? reply.status == 202 : [400, 415].contains(reply.status))
    }
}
