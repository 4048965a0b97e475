// SPDX-License-Identifier: Apache-2.0

extension XDRCodable {
    /// Hashes the encoding, which is equal for equal values. Otherwise the compiler generates a function for each wire
    /// type, and few are ever hashed. The keys of large tables hash their fields instead, which is faster.
    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(encodingOf: self) }
}

extension Hasher {
    /// One function for all types: not generic, and never specialized.
    @inline(never) @_optimize(none)
    fileprivate mutating func combine(encodingOf value: any XDREncodable) {
        var writer = XDRWriter()
        value.encode(into: &writer)
        writer.withBytes { combine(bytes: $0) }
    }
}

extension XDRCodable where Self: RawRepresentable, RawValue == Int32 {
    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension FixedOpaque {
    @inlinable package func hash(into hasher: inout Hasher) {
        hasher.combine(a)
        if size > 8 {
            hasher.combine(b)
            hasher.combine(c)
            hasher.combine(d)
        }
    }
}

extension Opaque {
    @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension PublicKey {
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .ed25519(let key): hasher.combine(key)
        }
    }
}

extension MuxedAccount {
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .ed25519(let key): hasher.combine(key)
        case .muxedEd25519(let account):
            hasher.combine(account.id)
            hasher.combine(account.ed25519)
        }
    }
}

extension Asset {
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .native: hasher.combine(0 as UInt8)
        case .creditAlphanum4(let asset):
            hasher.combine(asset.assetCode)
            hasher.combine(asset.issuer)
        case .creditAlphanum12(let asset):
            hasher.combine(asset.assetCode)
            hasher.combine(asset.issuer)
        }
    }
}
