// SPDX-License-Identifier: Apache-2.0

extension CBOR {
    /// `init(decoding:)` with the error that documents throw.
    init(handoff bytes: [UInt8]) throws(HandoffError) {
        do throws(CBORError) {
            self = try CBOR(decoding: bytes)
        } catch {
            throw .cbor(error)
        }
    }
}
