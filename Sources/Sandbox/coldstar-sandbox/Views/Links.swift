// SPDX-License-Identifier: Apache-2.0
import TextCodec

/// Makes the links of resources.
struct Links {
    /// `http://127.0.0.1:PORT`.
    let url: String

    func to(_ path: String) -> JSON {
        path.contains("{") ? ["href": .string(url + path), "templated": true] : ["href": .string(url + path)]
    }

    /// A link to a list, with the parameters that every list takes.
    func toList(_ path: String) -> JSON { to(path + "{?cursor,limit,order}") }

    /// The members `_links` that every resource of an account, a transaction or a ledger has: itself and its lists.
    func toResource(_ path: String, lists: [String]) -> JSONObject {
        JSONObject([("self", to(path))] + lists.map { ($0, toList("\(path)/\($0)")) })
    }
}
