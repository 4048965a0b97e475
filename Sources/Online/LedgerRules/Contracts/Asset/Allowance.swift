// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// What a spender may take from a holder: a temporary entry of the asset's contract.
struct Allowance {
    let from: SCAddress
    let spender: SCAddress

    private var key: SCVal {
        .tagged("Allowance", .record(("from", .address(from)), ("spender", .address(spender))))
    }

    private struct Value {
        let amount: Int128
        let last: UInt32

        init(amount: Int128, last: UInt32) {
            self.amount = amount
            self.last = last
        }

        init?(_ value: SCVal) {
            guard let fields = value.fields("amount", "live_until_ledger"), let amount = fields[0].asAmount,
                let last = fields[1].asU32
            else { return nil }
            self.init(amount: amount, last: last)
        }

        var value: SCVal { .record(("amount", .amount(amount)), ("live_until_ledger", .u32(last))) }
    }

    private func stored(in host: inout Host) throws(HostError) -> Value? {
        try host.value(host.temporary(key)).flatMap(Value.init)
    }

    /// The amount that is left; 0 after the allowance's last ledger.
    func amount(in host: inout Host) throws(HostError) -> Int128 {
        guard let value = try stored(in: &host), value.last >= host.ledger.sequence else { return 0 }
        return value.amount
    }

    /// Replaces the allowance. An amount of 0 revokes it, whatever ledger is given.
    func set(_ amount: Int128, until last: UInt32, in host: inout Host) throws(HostError) {
        guard last <= host.ledger.lastPossible else {
            throw HostError(.allowance, "live_until is greater than max", [.u32(last), .u32(host.ledger.lastPossible)])
        }
        guard amount == 0 || last >= host.ledger.sequence else {
            throw HostError(
                .allowance, "live_until must be >= ledger sequence", [.u32(last), .u32(host.ledger.sequence)])
        }
        let old = try stored(in: &host)
        guard old != nil || amount > 0 else { return }
        let key = host.temporary(key)
        try host.put(Value(amount: amount, last: last).value, at: key)
        guard amount > 0, (old?.last ?? 0) < last else { return }
        let extent = last > host.ledger.sequence ? last - host.ledger.sequence : 0
        try host.storage.extend(key, ifWithin: extent, to: extent)
    }

    /// Takes an amount from the allowance.
    func spend(_ amount: Int128, in host: inout Host) throws(HostError) {
        let left = try self.amount(in: &host)
        guard left >= amount else {
            throw HostError(.allowance, "not enough allowance to spend", [.amount(left), .amount(amount)])
        }
        guard amount > 0, let old = try stored(in: &host) else { return }
        try set(left - amount, until: old.last, in: &host)
    }
}
