// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Vault

/// What was signed and is still to be delivered. The keys and their PINs have been erased from memory by now.
struct Completed<Result>: ~Copyable {
    let result: Result
    fileprivate let record: DeliveryRecord

    init(_ result: Result, _ record: consuming DeliveryRecord) {
        self.result = result
        self.record = record
    }

    /// Delivers the result, and writes to the journal that it has reached the user.
    consuming func delivered<Receipt>(by deliver: (Result) throws(Failure) -> Receipt) throws(Failure) -> Receipt {
        let receipt = try deliver(result)
        try record.write()
        return receipt
    }

    /// Writes to the journal that the result has reached the user.
    func recordDelivery() throws(Failure) { try record.write() }
}

/// What the journal entry about a delivery needs. The account's key and its PIN have been erased from memory by then.
struct DeliveryRecord: ~Copyable {
    private let hashes: [TransactionHash]
    private let key: RecordKey
    private let vault: VaultState
    private let clock: ReviewClock

    /// - Parameters:
    ///   - hashes: what was signed; empty for a payload, which the journal does not follow.
    ///   - vault: the vault as the review saw it.
    init(
        of hashes: [TransactionHash], by key: OpenedKey, in vault: VaultState, clock: ReviewClock
    ) throws(Failure) {
        self.hashes = hashes
        self.vault = vault
        self.clock = clock
        do { self.key = try key.signer.recordKey() } catch { throw Failure(any: error) }
    }

    func write() throws(Failure) {
        let now = clock.counted(after: vault.record(for: key.name).proven.latestTime)
        try JournaledSigning.delivered(hashes, at: now, vault, by: key)
    }
}
