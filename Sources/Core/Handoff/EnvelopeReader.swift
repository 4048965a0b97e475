// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// Decodes transaction envelopes, and accepts only bytes that encode back unchanged, so that what is shown, hashed and
/// signed is what was read.
enum EnvelopeReader {
    static func read(_ bytes: [UInt8]) throws(HandoffError) -> TransactionEnvelope {
        let envelope: TransactionEnvelope
        do throws(XDRError) {
            envelope = try TransactionEnvelope(xdr: bytes)
        } catch {
            throw .envelope(error)
        }
        guard envelope.xdr == bytes else { throw .notCanonical }
        return envelope
    }

    /// Decodes an envelope from a field of a document.
    static func read(_ bytes: [UInt8], field: String) throws(HandoffError) -> TransactionEnvelope {
        do throws(HandoffError) {
            return try read(bytes)
        } catch {
            guard case .envelope(let error) = error else { throw error }
            throw .field(field, .envelope(error))
        }
    }
}
