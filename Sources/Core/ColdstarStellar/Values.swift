// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// A value with one exact text, by which it is parsed, printed and coded.
///
/// `init(parsing:)` says what is wrong with a text, and `init(_:)` returns nil. In `Codable` documents the value is a
/// string.
public protocol ParsableValue: LosslessStringConvertible, Codable, Hashable, Sendable {
    /// - Parameter text: as the description writes it.
    /// - Throws: ``ColdstarError/Kind/invalidInput``, with what is wrong.
    init(parsing text: String) throws(ColdstarError)
}

extension ParsableValue {
    /// The value that a text stands for; nil if the text cannot be parsed. `init(parsing:)` says why.
    public init?(_ description: String) {
        do { try self.init(parsing: description) } catch { return nil }
    }

    /// The value of a string.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, with the ``ColdstarError`` as its underlying error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do { try self.init(parsing: try container.decode(String.self)) } catch let error as ColdstarError {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error))
        }
    }

    /// The value as a string.
    ///
    /// - Throws: `EncodingError.invalidValue` for a value of a foreign transaction that no text stands for, such as a
    ///   memo that is not UTF-8.
    public func encode(to encoder: any Encoder) throws {
        guard Self(description) == self else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "no text stands for this value"))
        }
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// An account: a `G…` address, or an `M…` address, which adds the id of a customer.
///
/// - Source: SEP-23.
public struct Account: ParsableValue {
    package let value: MuxedAccount

    package init(_ value: MuxedAccount) { self.value = value }
    package init(_ value: AccountID) { self.value = MuxedAccount(value) }

    /// - Parameter address: `G…` or `M…`.
    /// - Throws: ``ColdstarError/Kind/invalidInput``, which says what is wrong: length, checksum, or another kind of
    ///   address.
    public init(parsing address: String) throws(ColdstarError) {
        do { value = try MuxedAccount(address: address) } catch { throw ColdstarError(error) }
    }

    /// The address as it was given, `G…` or `M…`.
    public var address: String { value.address }
    /// The account on the ledger, `G…`.
    public var ledgerAddress: String { value.account.address }
    /// The id of an `M…` address; nil for `G…`.
    public var id: UInt64? { value.id }

    /// The address as it was given, `G…` or `M…`.
    public var description: String { address }

    /// The account on the ledger, where the protocol has no room for an id.
    ///
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for an `M…` address, whose id would be lost.
    package func withoutID() throws(ColdstarError) -> AccountID {
        guard id == nil else {
            throw ColdstarError(
                Failure(.badInput, "an M... address cannot be used here", hint: "the account is \(ledgerAddress)"))
        }
        return value.account
    }
}

/// The native asset (lumens), or a code with the account that issues it.
public struct Asset: ParsableValue {
    package let value: StellarXDR.Asset

    package init(_ value: StellarXDR.Asset) { self.value = value }

    /// Lumens.
    public static let native = Asset(.native)

    /// - Parameter text: `native`, or `CODE:G…`.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for a code that is not 1 to 12 letters and digits, or an issuer
    ///   that is not `G…`.
    public init(parsing text: String) throws(ColdstarError) {
        do { value = try StellarXDR.Asset(text) } catch { throw ColdstarError(error) }
    }

    /// The code, with escapes where it is not plain ASCII; `XLM` for lumens.
    public var code: String { value.code }
    /// The account that issues the asset; nil for lumens.
    public var issuer: Account? { value.issuer.map { Account($0) } }

    /// `native`, or `CODE:G…`.
    public var description: String { value.text }
}

/// An amount of an asset, exact to seven decimals.
public struct Amount: ParsableValue, Comparable {
    package let value: Stellar.Amount

    package init(_ value: Stellar.Amount) { self.value = value }

    /// - Parameter text: digits with at most seven decimals, such as `10.5`; no sign, exponent or grouping.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text, and for more than 922337203685.4775807.
    public init(parsing text: String) throws(ColdstarError) {
        do { value = try Stellar.Amount(text) } catch { throw ColdstarError(error) }
    }

    /// - Parameter stroops: ten-millionths of a unit, as the ledger counts.
    public init(stroops: Int64) { value = Stellar.Amount(stroops: stroops) }

    /// Nothing.
    public static let zero = Amount(stroops: 0)

    /// Ten-millionths of a unit. An amount in a foreign transaction may be negative: the network rejects it.
    public var stroops: Int64 { value.stroops }

    /// Whether the first amount is less.
    public static func < (a: Amount, b: Amount) -> Bool { a.value < b.value }

    /// The shortest exact text, such as `10.5`.
    public var description: String { value.text }
}

/// A price: a fraction of two 32-bit numbers, in units of the bought asset for one of the sold asset.
public struct Price: ParsableValue {
    package let value: StellarXDR.Price

    package init(_ value: StellarXDR.Price) { self.value = value }

    /// - Parameter text: a fraction such as `1/4`, kept as it is, or a decimal number such as `0.25`, which becomes the
    ///   nearest fraction.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text, zero, or a number that no such fraction is near.
    public init(parsing text: String) throws(ColdstarError) {
        do { value = try StellarXDR.Price(text) } catch {
            throw ColdstarError(Failure(.badInput, Wording(error.message)))
        }
    }

    /// A price as the protocol writes it. Nothing is reduced or checked: the network rejects numbers that are not
    /// positive.
    public init(numerator: Int32, denominator: Int32) { value = StellarXDR.Price(n: numerator, d: denominator) }

    /// The numerator.
    public var numerator: Int32 { value.n }
    /// The denominator.
    public var denominator: Int32 { value.d }

    /// `N/D`.
    public var description: String { value.text }
}

/// An address as contracts use it: an account or a contract (each may be muxed), a claimable balance or a liquidity
/// pool.
public struct ContractAddress: ParsableValue {
    package let value: SCAddress

    package init(_ value: SCAddress) { self.value = value }

    /// The account, or the customer of one.
    public init(_ account: Account) {
        value =
            switch account.value {
            case .ed25519(let key): .account(.ed25519(key))
            case .muxedEd25519(let muxed): .muxedAccount(MuxedEd25519Account(id: muxed.id, ed25519: muxed.ed25519))
            }
    }

    /// The contract of an asset, `C…`, which moves it as a token. It need not have been deployed.
    ///
    /// - Source: CAP-46-06.
    public init(of asset: Asset, on network: Network) {
        value = .contract(ContractIDPreimage.asset(asset.value).contract(on: network.value))
    }

    /// - Parameter text: `G…`, `C…`, `M…`, `B…`, `L…` or `W…`.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text.
    /// - Source: SEP-23.
    public init(parsing text: String) throws(ColdstarError) {
        do throws(StrKeyError) {
            switch try StrKey(text) {
            case .publicKey(let key): value = .account(.ed25519(key))
            case .contract(let id): value = .contract(id)
            case .muxed(let key, let id): value = .muxedAccount(MuxedEd25519Account(id: id, ed25519: key))
            case .claimableBalance(let hash): value = .claimableBalance(.v0(hash))
            case .liquidityPool(let id): value = .liquidityPool(id)
            case .muxedContract(let contract, let id):
                value = .muxedContract(MuxedContract(id: id, contractId: contract))
            default: throw .wrongKind(wanted: "G..., C..., M..., B..., L... or W...")
            }
        } catch { throw ColdstarError(error) }
    }

    /// The address: `G…`, `C…`, `M…`, `B…`, `L…` or `W…`.
    public var description: String { value.address }
}

/// What can sign for an account: a key (`G…`), the hash of a transaction (`T…`) or of a preimage (`X…`), or a key with
/// its payload (`P…`).
public struct SignerKey: ParsableValue {
    package let value: StellarXDR.SignerKey

    package init(_ value: StellarXDR.SignerKey) { self.value = value }

    /// - Parameter text: `G…`, `T…`, `X…` or `P…`.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text.
    /// - Source: SEP-23.
    public init(parsing text: String) throws(ColdstarError) {
        do { value = try StellarXDR.SignerKey(address: text) } catch { throw ColdstarError(error) }
    }

    /// `G…`, `T…`, `X…` or `P…`.
    public var description: String { value.address }
}

/// A balance that others can claim.
public struct ClaimableBalance: ParsableValue {
    package let value: ClaimableBalanceID

    package init(_ value: ClaimableBalanceID) { self.value = value }

    /// - Parameter text: `B…`, or its 72 or 64 hexadecimal digits.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text.
    public init(parsing text: String) throws(ColdstarError) {
        do { value = try ClaimableBalanceID(text) } catch { throw ColdstarError(error) }
    }

    /// `B…`.
    public var description: String { value.address }
}

/// A pool of two assets, by its id.
public struct LiquidityPool: ParsableValue {
    package let value: PoolID

    package init(_ value: PoolID) { self.value = value }

    /// - Parameter text: `L…`, or its 64 hexadecimal digits.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text.
    public init(parsing text: String) throws(ColdstarError) {
        do { value = try PoolID(poolID: text) } catch { throw ColdstarError(error) }
    }

    /// `L…`.
    public var description: String { StrKey.liquidityPool(value).text }
}

/// Text as the protocol has it: bytes, which someone else may have chosen and which need not be UTF-8.
public struct ByteString: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes, as they are signed.
    public let bytes: [UInt8]

    /// - Parameter bytes: any.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter text: becomes UTF-8.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// - Parameter value: becomes UTF-8.
    public init(stringLiteral value: String) { self.init(value) }

    /// The text; nil if the bytes are not UTF-8. It may have control characters: show the description.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The text with escapes for all that is not printable ASCII: safe on a terminal.
    public var description: String { TerminalText.escape(bytes) }
}

/// A memo: what the recipient needs to know which customer or invoice a payment is for.
public struct Memo: ParsableValue {
    /// What a memo holds.
    public enum Content: Hashable, Sendable {
        /// At most 28 bytes.
        case text(ByteString)
        /// A number.
        case id(UInt64)
        /// 32 bytes.
        case hash([UInt8])
        /// The hash of the transaction whose payment is returned, 32 bytes.
        case returning([UInt8])
    }

    package let value: StellarXDR.Memo

    /// - Parameter value: not `.none`.
    private init(_ value: StellarXDR.Memo) { self.value = value }

    /// The memo; nil for none.
    package init?(wire value: StellarXDR.Memo) {
        if case .none = value { return nil }
        self.value = value
    }

    /// - Parameter text: `text:…`, `id:N`, `hash:HEX` or `return:HEX`.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text.
    public init(parsing text: String) throws(ColdstarError) {
        do { value = try StellarXDR.Memo(argument: text) } catch { throw ColdstarError(error) }
    }

    /// - Parameter text: at most 28 bytes of UTF-8.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for more.
    public static func text(_ text: String) throws(ColdstarError) -> Memo {
        guard let bytes = Opaque<28>(Array(text.utf8)) else {
            throw ColdstarError(
                Failure(.badInput, "a memo's text has at most 28 bytes, and this has \(text.utf8.count)"))
        }
        return Memo(.text(bytes))
    }

    /// - Parameter id: any number.
    public static func id(_ id: UInt64) -> Memo { Memo(.id(id)) }

    /// - Parameter bytes: 32 bytes.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another number of bytes.
    public static func hash(_ bytes: [UInt8]) throws(ColdstarError) -> Memo { Memo(.hash(try hash(of: bytes))) }

    /// The hash of the transaction whose payment is returned.
    ///
    /// - Parameter bytes: 32 bytes.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another number of bytes.
    public static func returning(_ bytes: [UInt8]) throws(ColdstarError) -> Memo {
        Memo(.return(try hash(of: bytes)))
    }

    private static func hash(of bytes: [UInt8]) throws(ColdstarError) -> Hash {
        guard let hash = Hash(bytes) else {
            throw ColdstarError(Failure(.badInput, "a memo's hash has 32 bytes, not \(bytes.count)"))
        }
        return hash
    }

    /// What the memo holds.
    public var content: Content {
        switch value {
        case .none: preconditionFailure("a memo that is none is nil")
        case .text(let text): .text(ByteString(bytes: text.bytes))
        case .id(let id): .id(id)
        case .hash(let hash): .hash(hash.bytes)
        case .return(let hash): .returning(hash.bytes)
        }
    }

    /// `text:…` with escapes, `id:N`, `hash:HEX` or `return:HEX`.
    public var description: String { "\(value.kind):\(value.value ?? "")" }
}
