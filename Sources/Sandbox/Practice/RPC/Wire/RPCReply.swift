// SPDX-License-Identifier: Apache-2.0

import Codec

/// A response over HTTP.
package struct RPCReply: Sendable {
    package let status: Int
    package let contentType: String?
    package let body: String

    init(_ json: JSON) {
        status = 200
        contentType = "application/json"
        body = json.text()
    }

    private init(status: Int, _ text: String) {
        self.status = status
        contentType = text.isEmpty ? nil : "text/plain; charset=utf-8"
        body = text
    }

    /// There were notifications only, which have no response.
    static let nothing = RPCReply(status: 204, "")
    package static let wrongMethod = RPCReply(status: 405, "Method Not Allowed\n")
    package static let tooLarge = RPCReply(status: 413, "request size exceeds the limit\n")
    package static let unreadable = RPCReply(status: 400, "the body cannot be read\n")
    package static let wrongPath = RPCReply(status: 404, "no such fault of the practice RPC\n")
    static let wrongContentType = RPCReply(status: 415, "Unsupported Media Type\n")
    /// What stellar-rpc responds to a body that is not JSON.
    static let notJSON = RPCReply(status: 500, "[-32700] parse error\n")
}
