// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerXDR
package import Stellar
package import StellarXDR

/// A contract on the ledger, and the functions that it offers.
package struct ContractInterface: Sendable {
    package let contract: ContractID
    package let instance: ContractInstance
    /// The SHA-256 of its code; nil for the contract of a Stellar asset, which has none.
    package let codeHash: Hash?
    package let spec: ContractSpec
    /// The module's bytes, as far as the server has them.
    package let code: [UInt8]?

    /// Reads the contract's instance and its code, and checks the code's hash.
    ///
    /// - Parameter file: the module or its section `contractspecv0`, for code that is not on the ledger; compared with
    ///   the code where it is.
    /// - Throws: `.badInput` for a contract that does not exist or has no readable interface, `.protocolBroken` for a
    ///   server that lies.
    package init(_ contract: ContractID, from client: RPCClient, file: [UInt8]? = nil) throws(Failure) {
        let (instance, codeHash, code) = try Self.read(contract, client)
        self.contract = contract
        self.instance = instance
        self.codeHash = codeHash
        self.code = code
        spec = try Self.spec(of: instance, code: code, file: file)
        if file != nil { try checkFile() }
    }

    private static func read(
        _ contract: ContractID, _ client: RPCClient
    ) throws(Failure) -> (ContractInstance, Hash?, [UInt8]?) {
        do {
            guard let instance = try client.contractInstance(contract) else {
                throw Failure(
                    .badInput,
                    "the contract \(StrKey.contract(contract).text) does not exist on \(client.network.label)")
            }
            let hash = try client.codeHash(of: instance.executable)
            return (instance, hash, try hash.flatMap { try client.contractCode($0) }?.bytes)
        } catch { throw Failure(any: error) }
    }

    private static func spec(
        of instance: ContractInstance, code: [UInt8]?, file: [UInt8]?
    ) throws(Failure) -> ContractSpec {
        do throws(ContractError) {
            if case .stellarAsset = instance.executable, file == nil { return try .stellarAsset() }
            if let bytes = file ?? code { return try ContractSpec(moduleOrSection: bytes) }
        } catch {
            throw Failure(error, file == nil ? .words("the contract's code") : .spec)
        }
        throw Failure(
            .badInput, "the code of the contract \(StrKey.contract(instance.contract).text) is not on the ledger",
            hint: "it may be archived: give its module or interface with \(field: .spec, "FILE")")
    }

    /// A file that is not what the contract runs would encode other arguments than those that are named.
    private func checkFile() throws(Failure) {
        guard !isStellarAsset else {
            throw Failure(.usage, .spec, "the contract of a Stellar asset has an interface of its own")
        }
        if let given = spec.wasmHash, let codeHash, given != codeHash {
            throw Failure(
                .badInput,
                .spec,
                "the module has the hash \(Hex.encode(given.bytes)), but the contract runs \(Hex.encode(codeHash.bytes))"
            )
        }
        guard let code, spec.wasmHash == nil else { return }
        let own: ContractSpec
        do { own = try ContractSpec(moduleOrSection: code) } catch {
            throw Failure(error, .words("the contract's code"))
        }
        guard own.hash == spec.hash else {
            throw Failure(.badInput, .spec, "this is not the interface of the code that the contract runs")
        }
    }

    package var isStellarAsset: Bool {
        if case .stellarAsset = instance.executable { true } else { false }
    }
}

extension ContractInterface {
    /// Compares the contract with the signer's pin of it.
    ///
    /// - Throws: `.refused` if the contract runs other code, or has another interface, than was pinned.
    package func check(_ pin: ContractPin?) throws(Failure) {
        guard let pin else { return }
        let shown = "\(ForeignName(pin.label).text) (\(StrKey.contract(contract).text))"
        if let wanted = pin.wasmHash, wanted != codeHash {
            throw Self.changed(
                shown, "code", codeHash.map { Hex.encode($0.bytes) } ?? "none", Hex.encode(wanted.bytes))
        }
        if let wanted = pin.specHash, !isStellarAsset, wanted != spec.hash {
            throw Self.changed(shown, "interface", Hex.encode(spec.hash.bytes), Hex.encode(wanted.bytes))
        }
    }

    private static func changed(_ contract: String, _ what: String, _ found: String, _ wanted: String) -> Failure {
        Failure(
            .refused, "the \(what) of \(contract) has the hash \(found), but \(wanted) is pinned",
            hint: """
                the contract was upgraded, or the server lies: look at it (\(step: .build(.lookUpContract))), and pin it again in the \
                signer's book
                """)
    }
}

extension ContractInterface {
    /// The asset whose contract this is, by the name in its storage: the id must follow from it.
    package func asset(on network: Network) -> Asset? {
        guard isStellarAsset, let name = metadata("name") else { return nil }
        let asset = name == "native" ? Asset.native : try? Asset(name)
        return asset.flatMap { ContractIDPreimage.asset($0).contract(on: network) == contract ? $0 : nil }
    }

    private func metadata(_ field: String) -> String? {
        for entry in instance.storage {
            guard case .symbol(let key) = entry.key, key.bytes.elementsEqual("METADATA".utf8),
                case .map(let fields?) = entry.val
            else { continue }
            for one in fields {
                guard case .symbol(let name) = one.key, name.bytes.elementsEqual(field.utf8),
                    case .string(let value) = one.val
                else { continue }
                return String(validating: value.bytes, as: UTF8.self)
            }
        }
        return nil
    }

    /// The value of a function without arguments; nil if the contract does not have it, or it fails.
    package func read(_ function: String, from client: RPCClient) throws(Failure) -> SCVal? {
        try read(function, [], from: client)
    }

    /// The value that a call would return; nothing is submitted.
    package func read(_ function: String, _ arguments: [SCVal], from client: RPCClient) throws(Failure) -> SCVal? {
        guard let name = SCSymbol(Array(function.utf8)) else { return nil }
        let call = InvokeContractArgs(contractAddress: .contract(contract), functionName: name, args: arguments)
        do { return try client.value(of: call) } catch { throw Failure(error) }
    }
}
