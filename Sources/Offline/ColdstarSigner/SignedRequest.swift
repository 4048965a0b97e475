// SPDX-License-Identifier: Apache-2.0

public import ColdstarStellar
import Signing

/// What was signed, to carry back to the networked machine.
public struct SignedRequest: Sendable {
    /// A way to write what was signed.
    public struct Format: Hashable, Sendable {
        let value: SignedFormat

        /// The signed envelope, one line of base64; for a message, the response.
        public static let envelope = Format(value: .xdr)
        /// The signatures alone, with the hash that they sign: a Coldstar response.
        public static let response = Format(value: .response)
        /// The response as a Uniform Resource, to be shown as one QR code.
        public static let ur = Format(value: .ur)
    }

    private let result: SignedResult

    init(_ result: SignedResult) { self.result = result }

    /// What was signed, as text without a final line feed.
    ///
    /// - Parameter format: how to write it.
    public func text(_ format: Format) throws(ColdstarError) -> String {
        do { return try result.text(format.value) } catch { throw ColdstarError(error) }
    }
}
