// SPDX-License-Identifier: Apache-2.0

/// Proof that an opened key accepts the lists of a vault; comes only from `VaultState.prove`.
package struct ListProof: Hashable, Sendable {
    /// Whether the key sees lists of another owner for the first time: only a person can accept them.
    package let isFirst: Bool
    private let marks: [ListKind: ListMark]

    fileprivate init(isFirst: Bool, marks: [ListKind: ListMark]) {
        self.isFirst = isFirst
        self.marks = marks
    }

    /// Whether this version of a list is one of the proven ones.
    package func covers(_ list: SignedList) -> Bool { marks[list.kind] == list.mark }
}

extension VaultState {
    /// Verifies the lists with an opened key; see `verify`.
    ///
    /// - Throws: the errors of `verify`.
    package func prove(_ key: borrowing UnlockedKey) throws(StateError) -> ListProof {
        let isFirst = try verify(key)
        var marks: [ListKind: ListMark] = [:]
        for kind in ListKind.allCases { marks[kind] = list(kind)?.mark }
        return ListProof(isFirst: isFirst, marks: marks)
    }
}
