// SPDX-License-Identifier: Apache-2.0

extension CBOR {
    /// Decodes as `init(decoding:)` does, with errors as `HandoffError`.
    init(handoff bytes: [UInt8]) throws(HandoffError) {
        do throws(CBORError) {
            self = try CBOR(decoding: bytes)
        } catch {
            throw .cbor(error)
        }
    }
}
