// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR
import Testing

/// The addresses of contracts, judged by the Python SDK's vectors.
struct AssetIDTests {
    @Test func `an asset's contract has the address that the network derives`() throws {
        let file = try Vectors.json("sac-ids")
        let networks = try file.object("networks")
        let cases = try file.array("cases")
        #expect(cases.count == 22)
        for one in cases {
            let asset: Asset = try one.xdr("asset_xdr")
            for (name, address) in try one.object("contract").asObject?.members ?? [] {
                let network = Network(passphrase: try networks.string(name))
                #expect(SCAddress.contract(asset.contract(on: network)).address == address.asString)
            }
        }
    }

    @Test func `a deployed contract has the address that the network derives`() throws {
        let file = try Vectors.json("sac-ids")
        let networks = try file.object("networks")
        for one in try file.array("deployed") {
            let network = Network(passphrase: try networks.string(one.string("network")))
            let salt = try #require(Uint256(try Hex.decode(one.string("salt"))))
            let preimage = ContractIDPreimage.address(
                .init(address: try SCAddress(one.string("deployer")), salt: salt))
            #expect(try SCAddress.contract(preimage.contract(on: network)).address == one.string("contract"))
        }
    }

    @Test func `the practice contracts have the addresses that the guide gives for testnet`() {
        let addresses = PracticeContract.allCases.map { SCAddress.contract($0.id(on: .testnet)).address }
        #expect(
            addresses == [
                "CDB2LLK4KZ6JQT2IMJP7BYPLBERHLZIN6LS2DNNMDVA5TMWNANL2UPKY",
                "CBYY5UXK2VK3XKRGUPTSLI5GO62JQWIMHM7DV2WEOSG743L325QVJKO5",
                "CCWPN2VJ6DUJO5WYF4VKWINTTGB6TLJCRO5HIMYG45ETYVQ465TRGPM2",
                "CCA7VGRKWHI6BPM5LSLFS7IV5DQU6CXQUYOBD36ZQNIMBNCA3B4LFM6K",
                "CAXJKOTQ3TT6I4UICUX2MKUPPTSEFDHIEUB44XQNALROHHOQ53VWDEY5",
                "CDIOP6KUJ6POKT4MCZTLB5ASFVQN5TTKHUN2CMQT3C53ZM6WLHYWBB63",
                "CDKDA4MTMEIJND4663Y3ZWIWPVW3VKSZFCTNSD5YJUM6ZWZKMJ4ZLQ2J",
                "CAXIXRBN2U6ECWQJJ2DFNPRY7XO4SO7CL4DN26Z3U5KGKJ6VWBN5GGJK",
                "CDW6IYIDNKAPJUQTZTQDLKJWAVB74B7LQ56LGUYZUNTZACFRBETF37IW",
                "CDXF3RULADCWP6I3K7CN5IZJ3YDGBICHEQCIRSOPQCZX2THKMFSUOZL6",
            ])
    }
}
