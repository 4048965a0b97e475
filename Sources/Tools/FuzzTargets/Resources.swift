// SPDX-License-Identifier: Apache-2.0

import Handoff

/// CBOR, as carried by URs. Their checksum would keep out nearly all fuzzed input, so this target adds it.
enum Resources {
    private static let types = [
        SigningRequest.format, SigningResponse.format, "stellar-sign-request", "stellar-signature",
        "crypto-multi-accounts",
    ]

    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let item = try? CBOR(decoding: input) else { return false }
        let again = try? CBOR(decoding: item.encoded)
        try BrokenPromise.unless(again == item, "CBOR is not the same when it is written and read")
        for type in types {
            let resource = UR(type: type, message: input)
            let again = try? UR(parsing: resource.qrText)
            try BrokenPromise.unless(again == resource, "a UR is not the same when it is written and read")
            if let read = try? HandoffInput.recognise(resource.text) { try Documents.check(read) }
        }
        let batch = UR(type: BatchResource.type, message: input)
        if let lines = try? BatchResource.lines(of: batch) {
            let again = try? BatchResource.ur(of: lines)
            try BrokenPromise.unless(again == batch, "a batch is not the same when it is written and read")
        }
        return true
    }
}
