// SPDX-License-Identifier: Apache-2.0

/// A result code of a transaction or an operation, by the name that Horizon gives it.
///
/// Servers may send codes that are not known here, so this is not an enum.
/// - Source: Horizon `internal/codes`.
package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// For example `tx_bad_seq` or `op_underfunded`.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
}

extension ResultCode: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { rawValue = value }
}

extension ResultCode {
    // MARK: of a transaction

    package static let txBadAuth = ResultCode(rawValue: "tx_bad_auth")
    package static let txBadAuthExtra = ResultCode(rawValue: "tx_bad_auth_extra")
    package static let txBadMinseqAgeOrGap = ResultCode(rawValue: "tx_bad_minseq_age_or_gap")
    package static let txBadSeq = ResultCode(rawValue: "tx_bad_seq")
    package static let txBadSponsorship = ResultCode(rawValue: "tx_bad_sponsorship")
    package static let txFailed = ResultCode(rawValue: "tx_failed")
    package static let txFeeBumpInnerFailed = ResultCode(rawValue: "tx_fee_bump_inner_failed")
    package static let txFeeBumpInnerSuccess = ResultCode(rawValue: "tx_fee_bump_inner_success")
    package static let txFrozenKeyAccessed = ResultCode(rawValue: "tx_frozen_key_accessed")
    package static let txInsufficientBalance = ResultCode(rawValue: "tx_insufficient_balance")
    package static let txInsufficientFee = ResultCode(rawValue: "tx_insufficient_fee")
    package static let txInternalError = ResultCode(rawValue: "tx_internal_error")
    package static let txMalformed = ResultCode(rawValue: "tx_malformed")
    package static let txMissingOperation = ResultCode(rawValue: "tx_missing_operation")
    package static let txNoSourceAccount = ResultCode(rawValue: "tx_no_source_account")
    package static let txNotSupported = ResultCode(rawValue: "tx_not_supported")
    package static let txSorobanInvalid = ResultCode(rawValue: "tx_soroban_invalid")
    package static let txSuccess = ResultCode(rawValue: "tx_success")
    package static let txTooEarly = ResultCode(rawValue: "tx_too_early")
    package static let txTooLate = ResultCode(rawValue: "tx_too_late")

    // MARK: of an operation

    package static let buyNoIssuer = ResultCode(rawValue: "buy_no_issuer")
    package static let buyNotAuthorized = ResultCode(rawValue: "buy_not_authorized")
    package static let opAlreadyExists = ResultCode(rawValue: "op_already_exists")
    package static let opAlreadySponsored = ResultCode(rawValue: "op_already_sponsored")
    package static let opAuthRevocableRequired = ResultCode(rawValue: "op_auth_revocable_required")
    package static let opBadAuth = ResultCode(rawValue: "op_bad_auth")
    package static let opBadFlags = ResultCode(rawValue: "op_bad_flags")
    package static let opBadPrice = ResultCode(rawValue: "op_bad_price")
    package static let opBadSeq = ResultCode(rawValue: "op_bad_seq")
    package static let opBadSigner = ResultCode(rawValue: "op_bad_signer")
    package static let opBuyNoTrust = ResultCode(rawValue: "op_buy_no_trust")
    package static let opCannotClaim = ResultCode(rawValue: "op_cannot_claim")
    package static let opCannotDelete = ResultCode(rawValue: "op_cannot_delete")
    package static let opCantChange = ResultCode(rawValue: "op_cant_change")
    package static let opCantRevoke = ResultCode(rawValue: "op_cant_revoke")
    package static let opCrossSelf = ResultCode(rawValue: "op_cross_self")
    package static let opDataInvalidName = ResultCode(rawValue: "op_data_invalid_name")
    package static let opDataNameNotFound = ResultCode(rawValue: "op_data_name_not_found")
    package static let opDestFull = ResultCode(rawValue: "op_dest_full")
    package static let opDoesNotExist = ResultCode(rawValue: "op_does_not_exist")
    package static let opExceededWorkLimit = ResultCode(rawValue: "op_exceeded_work_limit")
    package static let opHasSubEntries = ResultCode(rawValue: "op_has_sub_entries")
    package static let opImmutableSet = ResultCode(rawValue: "op_immutable_set")
    package static let opInvalidHomeDomain = ResultCode(rawValue: "op_invalid_home_domain")
    package static let opInvalidInflation = ResultCode(rawValue: "op_invalid_inflation")
    package static let opInvalidLimit = ResultCode(rawValue: "op_invalid_limit")
    package static let opInvalidState = ResultCode(rawValue: "op_invalid_state")
    package static let opIsSponsor = ResultCode(rawValue: "op_is_sponsor")
    package static let opLineFull = ResultCode(rawValue: "op_line_full")
    package static let opLowReserve = ResultCode(rawValue: "op_low_reserve")
    package static let opMalformed = ResultCode(rawValue: "op_malformed")
    package static let opNoAccount = ResultCode(rawValue: "op_no_account")
    package static let opNoDestination = ResultCode(rawValue: "op_no_destination")
    package static let opNoIssuer = ResultCode(rawValue: "op_no_issuer")
    package static let opNoSourceAccount = ResultCode(rawValue: "op_no_source_account")
    package static let opNoTrust = ResultCode(rawValue: "op_no_trust")
    package static let opNotAutMaintainLiabilities = ResultCode(rawValue: "op_not_aut_maintain_liabilities")
    package static let opNotAuthorized = ResultCode(rawValue: "op_not_authorized")
    package static let opNotClawbackEnabled = ResultCode(rawValue: "op_not_clawback_enabled")
    package static let opNotRequired = ResultCode(rawValue: "op_not_required")
    package static let opNotSponsor = ResultCode(rawValue: "op_not_sponsor")
    package static let opNotSponsored = ResultCode(rawValue: "op_not_sponsored")
    package static let opNotSupported = ResultCode(rawValue: "op_not_supported")
    package static let opNotSupportedYet = ResultCode(rawValue: "op_not_supported_yet")
    package static let opNotTime = ResultCode(rawValue: "op_not_time")
    package static let opOfferNotFound = ResultCode(rawValue: "op_offer_not_found")
    package static let opOnlyTransferable = ResultCode(rawValue: "op_only_transferable")
    package static let opOverSourceMax = ResultCode(rawValue: "op_over_source_max")
    package static let opPoolFull = ResultCode(rawValue: "op_pool_full")
    package static let opRecursive = ResultCode(rawValue: "op_recursive")
    package static let opSelfNotAllowed = ResultCode(rawValue: "op_self_not_allowed")
    package static let opSellNoIssuer = ResultCode(rawValue: "op_sell_no_issuer")
    package static let opSellNoTrust = ResultCode(rawValue: "op_sell_no_trust")
    package static let opSeqNumTooFar = ResultCode(rawValue: "op_seq_num_too_far")
    package static let opSrcNoTrust = ResultCode(rawValue: "op_src_no_trust")
    package static let opSrcNotAuthorized = ResultCode(rawValue: "op_src_not_authorized")
    package static let opSuccess = ResultCode(rawValue: "op_success")
    package static let opThresholdOutOfRange = ResultCode(rawValue: "op_threshold_out_of_range")
    package static let opTooFewOffers = ResultCode(rawValue: "op_too_few_offers")
    package static let opTooManySigners = ResultCode(rawValue: "op_too_many_signers")
    package static let opTooManySponsoring = ResultCode(rawValue: "op_too_many_sponsoring")
    package static let opTooManySubentries = ResultCode(rawValue: "op_too_many_subentries")
    package static let opTrustLineMissing = ResultCode(rawValue: "op_trust_line_missing")
    package static let opTrustlineFrozen = ResultCode(rawValue: "op_trustline_frozen")
    package static let opUnderDestMin = ResultCode(rawValue: "op_under_dest_min")
    package static let opUnderMinimum = ResultCode(rawValue: "op_under_minimum")
    package static let opUnderfunded = ResultCode(rawValue: "op_underfunded")
    package static let opUnknownFlag = ResultCode(rawValue: "op_unknown_flag")
    package static let sellNotAuthorized = ResultCode(rawValue: "sell_not_authorized")
}
