// SPDX-License-Identifier: Apache-2.0

extension VaultState {
    /// Compares everything with what the seals and the journal have recorded.
    func compare() throws(StateError) {
        for (seal, _) in seals.values { try compareJournal(seal) }
        try compareLists()
        for view in records {
            for kind in ListKind.allCases {
                guard let seen = view.proven.lists[kind] else { continue }
                try compare(kind, with: [seen], by: "the journal has number \(seen.counter)")
            }
            for (key, counter) in view.proven.seals { try compareSeal(key, counter) }
            // In a vault from before lines were signed, all lines count, because none is proven.
            if let key = view.viewer, let seal = seals[key]?.seal, seal.recordKey == nil {
                try compareSeal(key, view.all.seals[key] ?? 0)
            }
        }
    }

    private func compareSeal(_ key: KeyName, _ counter: UInt64) throws(StateError) {
        guard let seal = seals[key]?.seal, seal.counter < counter else { return }
        throw .rolledBack(
            file: KeySeal.prefix + key.text, seen: "the journal has number \(counter), and this is \(seal.counter)")
    }

    /// Compares book and policy with what the seals have recorded.
    func compareLists() throws(StateError) {
        for (seal, _) in seals.values {
            for kind in ListKind.allCases { try compare(kind, seal) }
        }
    }

    private func compareJournal(_ seal: KeySeal) throws(StateError) {
        let seen = "key \(seal.key.text) saw \(seal.journalLines) lines of it, and now there are \(history.entries)"
        guard seal.journalLines <= history.entries else { throw .rolledBack(file: "journal", seen: seen) }
        guard seal.journalLines == 0 || mark(seal.journalLines) == seal.journalDigest else {
            throw .rolledBack(
                file: "journal", seen: "its line \(seal.journalLines) is another than key \(seal.key.text) saw")
        }
    }

    private func compare(_ kind: ListKind, _ seal: KeySeal) throws(StateError) {
        guard let marks = seal.lists[kind], !marks.isEmpty else { return }
        try compare(kind, with: marks, by: "key \(seal.key.text) saw number \(marks.map(\.counter).max() ?? 0)")
    }

    /// Requires that a list is a recorded version or a newer one.
    private func compare(_ kind: ListKind, with marks: [ListMark], by witness: String) throws(StateError) {
        guard let oldest = marks.map(\.counter).min() else { return }
        guard let list = list(kind) else {
            // A first version whose write was interrupted does not exist yet.
            guard oldest > 0 else { return }
            throw .rolledBack(file: kind.rawValue, seen: "\(witness), and there is none")
        }
        let newest = marks.map(\.counter).max() ?? 0
        if list.counter > newest || marks.contains(list.mark) { return }
        throw .rolledBack(file: kind.rawValue, seen: "\(witness), and this is another number \(list.counter)")
    }
}
