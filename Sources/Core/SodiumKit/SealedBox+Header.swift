// SPDX-License-Identifier: Apache-2.0

extension SealedBox {
    /// The unencrypted part of a box. It is authenticated, but only once the box has been opened.
    package struct Header: Hashable, Sendable {
        package static let length = 56
        private static let version: UInt8 = 1
        private static let argon2id: UInt8 = 1
        private static let xchacha20Poly1305: UInt8 = 1
        private static let secondFactorFlag: UInt8 = 1

        package let hasSecondFactor: Bool
        package let parameters: PasswordHash.Parameters
        let salt: [UInt8]
        let nonce: [UInt8]

        init(hasSecondFactor: Bool, parameters: PasswordHash.Parameters, salt: [UInt8], nonce: [UInt8]) {
            self.hasSecondFactor = hasSecondFactor
            self.parameters = parameters
            self.salt = salt
            self.nonce = nonce
        }

        /// Parses the first 56 bytes of a box; neither opens it nor checks its parameters.
        ///
        /// - Throws: `.truncatedBox`, `.unsupportedBox`.
        package init(reading box: some Collection<UInt8>) throws(SodiumError) {
            let bytes = Array(box.prefix(Self.length))
            guard bytes.count == Self.length else { throw .truncatedBox(length: bytes.count) }
            for (offset, wanted) in [Self.version, Self.argon2id, Self.xchacha20Poly1305].enumerated() {
                guard bytes[offset] == wanted else { throw .unsupportedBox(offset: offset, found: bytes[offset]) }
            }
            guard bytes[3] & ~Self.secondFactorFlag == 0 else { throw .unsupportedBox(offset: 3, found: bytes[3]) }
            hasSecondFactor = bytes[3] == Self.secondFactorFlag
            parameters = PasswordHash.Parameters(
                passes: UInt32(truncatingIfNeeded: Self.number(bytes[4..<8])), memory: Self.number(bytes[8..<16]))
            salt = Array(bytes[16..<32])
            nonce = Array(bytes[32..<56])
        }

        /// The encoded header, 56 bytes.
        var bytes: [UInt8] {
            [Self.version, Self.argon2id, Self.xchacha20Poly1305, hasSecondFactor ? Self.secondFactorFlag : 0]
                + Self.bigEndian(parameters.passes) + Self.bigEndian(parameters.memory) + salt + nonce
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }

        private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
    }
}
