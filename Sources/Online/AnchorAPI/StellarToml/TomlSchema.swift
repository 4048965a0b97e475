// SPDX-License-Identifier: Apache-2.0

/// The fields of SEP-1 2.7, by section of the file.
enum TomlSchema {
    static let general: [(name: String, kind: TomlKind)] = [
        ("VERSION", .text), ("NETWORK_PASSPHRASE", .text), ("FEDERATION_SERVER", .endpoint), ("AUTH_SERVER", .endpoint),
        ("TRANSFER_SERVER", .endpoint), ("TRANSFER_SERVER_SEP0024", .endpoint), ("KYC_SERVER", .endpoint),
        ("WEB_AUTH_ENDPOINT", .endpoint), ("WEB_AUTH_FOR_CONTRACTS_ENDPOINT", .endpoint),
        ("WEB_AUTH_CONTRACT_ID", .contract), ("SIGNING_KEY", .account), ("HORIZON_URL", .endpoint),
        ("ACCOUNTS", .accounts), ("URI_REQUEST_SIGNING_KEY", .account), ("DIRECT_PAYMENT_SERVER", .endpoint),
        ("ANCHOR_QUOTE_SERVER", .endpoint),
    ]

    static let documentation: [(name: String, kind: TomlKind)] = [
        ("ORG_NAME", .text), ("ORG_DBA", .text), ("ORG_URL", .endpoint), ("ORG_LOGO", .uri), ("ORG_DESCRIPTION", .text),
        ("ORG_PHYSICAL_ADDRESS", .text), ("ORG_PHYSICAL_ADDRESS_ATTESTATION", .endpoint), ("ORG_PHONE_NUMBER", .text),
        ("ORG_PHONE_NUMBER_ATTESTATION", .endpoint), ("ORG_KEYBASE", .text), ("ORG_TWITTER", .text),
        ("ORG_GITHUB", .text), ("ORG_OFFICIAL_EMAIL", .text), ("ORG_SUPPORT_EMAIL", .text),
        ("ORG_LICENSING_AUTHORITY", .text), ("ORG_LICENSE_TYPE", .text), ("ORG_LICENSE_NUMBER", .text),
    ]

    static let principal: [(name: String, kind: TomlKind)] = [
        ("name", .text), ("email", .text), ("keybase", .text), ("telegram", .text), ("twitter", .text),
        ("github", .text), ("id_photo_hash", .text), ("verification_photo_hash", .text),
    ]

    static let currency: [(name: String, kind: TomlKind)] = [
        ("code", .short(12)), ("code_template", .short(12)), ("issuer", .account), ("contract", .contract),
        ("status", .oneOf(["live", "dead", "test", "private"])), ("display_decimals", .integer(0...7)),
        ("name", .text), ("desc", .text), ("conditions", .text), ("image", .uri),
        ("fixed_number", .integer(0...Int.max)),
        ("max_number", .integer(0...Int.max)), ("is_unlimited", .flag), ("is_asset_anchored", .flag),
        (
            "anchor_asset_type",
            .oneOf(["fiat", "crypto", "nft", "stock", "bond", "commodity", "realestate", "other"])
        ), ("anchor_asset", .text), ("attestation_of_reserve", .uri), ("redemption_instructions", .text),
        ("collateral_addresses", .texts), ("collateral_address_messages", .texts),
        ("collateral_address_signatures", .texts), ("regulated", .flag), ("approval_server", .endpoint),
        ("approval_criteria", .text), ("toml", .endpoint),
    ]

    static let validator: [(name: String, kind: TomlKind)] = [
        ("ALIAS", .text), ("DISPLAY_NAME", .text), ("PUBLIC_KEY", .account), ("HOST", .text), ("HISTORY", .uri),
    ]

    /// Arrays of tables by name.
    static let lists = [("PRINCIPALS", principal), ("CURRENCIES", currency), ("VALIDATORS", validator)]
}
