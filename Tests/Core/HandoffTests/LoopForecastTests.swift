// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Handoff

struct LoopForecastTests {
    private func loop(_ bytes: Int, density: Int = 150) throws -> QRLoop {
        let message = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7) }
        return try QRLoop(.parted(UR(type: BatchResource.type, message: message)), density: QRDensity(density))
    }

    @Test func `says how many codes there are and how long they take`() throws {
        let forecast = LoopForecast(try loop(9000), interval: 200)
        #expect(forecast.codes == 120 && forecast.plainCodes == 60)
        #expect(forecast.pass == 24 && forecast.expected == 15 && !forecast.isLong)
        #expect(
            forecast.text
                == "120 codes (60 are enough), 5 a second: about 15 s to read, 24 s for the whole loop")
    }

    @Test func `says minutes and thousands, and other speeds`() throws {
        let loop = try loop(90_000)
        #expect(
            LoopForecast(loop, interval: 300).text
                == "1,200 codes (600 are enough), 3.3 a second: about 3 min 36 s to read, 6 min for the whole loop")
        let slow = LoopForecast(loop, interval: 1500)
        #expect(slow.isLong && slow.text.contains("one every 1.5 s: about 18 min to read"))
    }

    @Test func `a loop without mixed codes has no smaller number that is enough`() throws {
        #expect(LoopForecast(try loop(450), interval: 1000).text.hasPrefix("3 codes, one every 1 s: about 4 s"))
        #expect(LoopForecast(try loop(10), interval: 200).text == "1 code")
    }
}
