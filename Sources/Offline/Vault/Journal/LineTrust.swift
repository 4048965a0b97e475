// SPDX-License-Identifier: Apache-2.0

/// Decides which journal lines a key can prove, based on its seal; before the PIN is entered, this assumes that the seal is genuine.
struct LineTrust {
    /// The standing of a line.
    enum Standing: Hashable {
        /// Covered by the seal, or signed by a record key that the key has accepted.
        case proven
        /// Signed by the record key of another key of the vault, which this key has not accepted.
        case stranger(AcceptedKey)
        /// Written by a release that did not sign lines, and not covered by the key's last seal of that release.
        case uncovered
        /// Listed in the seal as unproven, with nothing left to review.
        case settled
        /// Not written by the keys of this vault, as far as can be determined.
        case fault
    }

    private struct Cover {
        let lines: Int
        let unproven: LineRanges
        let unseen: LineRanges
    }

    private var covers: [Cover] = []
    private var accepted: [KeyName: [[UInt8]]] = [:]
    private var others: [KeyName: [UInt8]] = [:]
    /// The standing of an unsigned or wrongly signed line after the seal.
    private var unsigned = Standing.fault

    /// The trust of one key. A key without a seal can prove only the lines that it has signed itself.
    ///
    /// - Parameter recordKey: the key's own, once its PIN has been entered.
    init(of key: KeyName, in seals: [KeyName: KeySeal], recordKey: [UInt8]? = nil) {
        for (name, seal) in seals { others[name] = seal.recordKey }
        guard let seal = seals[key] else {
            if let recordKey { accepted[key] = [recordKey] }
            unsigned = .settled
            return
        }
        add(seal)
        if seal.recordKey == nil { unsigned = .uncovered }
    }

    /// The union of what the keys of the vault could prove, for detecting contradictions, which need no proof.
    init(forLooking seals: [KeyName: KeySeal]) {
        for seal in seals.values { add(seal) }
    }

    private mutating func add(_ seal: KeySeal) {
        covers.append(Cover(lines: seal.journalLines, unproven: seal.unproven, unseen: seal.unseen))
        if let own = seal.recordKey { accepted[seal.key, default: []].append(own) }
        for key in seal.accepted { accepted[key.name, default: []].append(key.recordKey) }
    }

    /// The standing of a line for several keys: proven only if every key can prove it. Without keys, no line is proven.
    static func standing(of line: JournalLine, by trusts: [LineTrust]) -> Standing {
        var weakest = trusts.isEmpty ? Standing.settled : .proven
        for trust in trusts where weakest == .proven { weakest = trust.standing(of: line) }
        return weakest
    }

    func standing(of line: JournalLine) -> Standing {
        var isSettled = false
        var isUnseen = false
        for cover in covers where line.number <= cover.lines {
            guard cover.unproven.contains(line.number) else { return .proven }
            if cover.unseen.contains(line.number) { isUnseen = true } else { isSettled = true }
        }
        if let writer = line.writer, accepted[writer]?.contains(where: { line.isSigned(by: $0) }) == true {
            return .proven
        }
        if isSettled || unsigned == .settled { return .settled }
        guard let writer = line.writer else { return isUnseen ? .uncovered : unsigned }
        if let other = others[writer], line.isSigned(by: other) {
            return .stranger(AcceptedKey(name: writer, recordKey: other))
        }
        return .fault
    }
}
