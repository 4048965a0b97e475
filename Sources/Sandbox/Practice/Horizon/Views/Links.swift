// SPDX-License-Identifier: Apache-2.0

import Codec

/// Builds the links of resources.
struct Links {
    /// `http://127.0.0.1:PORT`.
    let url: String

    func to(_ path: String) -> JSON {
        path.contains("{") ? ["href": .string(url + path), "templated": true] : ["href": .string(url + path)]
    }

    /// A link to a list, with the query parameters of every list.
    func toList(_ path: String) -> JSON { to(path + "{?cursor,limit,order}") }

    /// The `_links` of an account, a transaction or a ledger: to itself and to its lists.
    func toResource(_ path: String, lists: [String]) -> JSONObject {
        JSONObject([("self", to(path))] + lists.map { ($0, toList("\(path)/\($0)")) })
    }
}
