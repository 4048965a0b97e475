// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// A number for every user, which only that user can increase.
enum CounterContract {
    static let spec: [SCSpecEntry] = [
        .function(
            "increment", "Adds the value to the user's count and returns the sum. The user must authorize it.",
            [("user", .address), ("value", .u32)], returns: .u32),
        .function("count", "Returns the user's count.", [("user", .address)], returns: .u32),
        .errors("CounterError", [("Overflow", 1)]),
    ]

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        switch function {
        case "increment":
            try arguments.expect(2)
            return .u32(try increment(try arguments.address(0), by: try arguments.u32(1), in: &host))
        case "count":
            try arguments.expect(1)
            return .u32(try count(of: try arguments.address(0), in: &host))
        default: throw .noSuchFunction
        }
    }

    private static func increment(
        _ user: SCAddress, by value: UInt32, in host: inout Host
    ) throws(HostError) -> UInt32 {
        try host.requireAuthorization(of: user)
        let (sum, overflow) = try count(of: user, in: &host).addingReportingOverflow(value)
        guard !overflow else { throw HostError(.contract(1), "the count would exceed 32 bits") }
        try host.put(.u32(sum), at: host.persistent(key(user)))
        host.emit([.name("increment"), .address(user)], .u32(sum))
        return sum
    }

    private static func count(of user: SCAddress, in host: inout Host) throws(HostError) -> UInt32 {
        try host.value(host.persistent(key(user)))?.asU32 ?? 0
    }

    private static func key(_ user: SCAddress) -> SCVal { .tagged("Counter", .address(user)) }
}
