// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Terms} from "./Terms.sol";

/// @notice The terms as the 112 bytes that stand behind a clone's code. The value is a pointer to a copy in memory;
/// a field is cut out when it is asked for, so a charge pays for one EXTCODECOPY and for the fields it uses.
///
///   byte     0      20        40     60        80      96     101         103         105        107            112
///            token  merchant  payer  operator  amount  start  periodDays  maxPeriods  graceDays  activateUntil
type PackedTerms is uint256;

using {
    token,
    merchant,
    payer,
    operator,
    amount,
    start,
    periodSeconds,
    maxPeriods,
    graceSeconds,
    activateUntil,
    unpack
} for PackedTerms global;

/// @dev Length of the EIP-1167 code that precedes the terms.
uint256 constant CLONE_CODE_BYTES = 45;
uint256 constant TERMS_BYTES = 112;

uint256 constant TOKEN_AT = 0;
uint256 constant MERCHANT_AT = 20;
uint256 constant PAYER_AT = 40;
uint256 constant OPERATOR_AT = 60;
uint256 constant AMOUNT_AT = 80;
uint256 constant START_AT = 96;
uint256 constant PERIOD_DAYS_AT = 101;
uint256 constant MAX_PERIODS_AT = 103;
uint256 constant GRACE_DAYS_AT = 105;
uint256 constant ACTIVATE_UNTIL_AT = 107;

/// @notice Packs terms into the bytes that are appended to a clone.
function pack(Terms calldata terms) pure returns (bytes memory) {
    return abi.encodePacked(
        terms.token,
        terms.merchant,
        terms.payer,
        terms.operator,
        terms.amount,
        terms.start,
        terms.periodDays,
        terms.maxPeriods,
        terms.graceDays,
        terms.activateUntil
    );
}

/// @notice Copies the terms of the running clone into memory.
function ownTerms() view returns (PackedTerms self) {
    assembly ("memory-safe") {
        self := mload(0x40)
        extcodecopy(address(), self, CLONE_CODE_BYTES, TERMS_BYTES)
        mstore(0x40, add(self, 128)) // TERMS_BYTES rounded up to whole words
    }
}

function token(PackedTerms self) pure returns (address) {
    return address(uint160(_cut(self, TOKEN_AT, 160)));
}

function merchant(PackedTerms self) pure returns (address) {
    return address(uint160(_cut(self, MERCHANT_AT, 160)));
}

function payer(PackedTerms self) pure returns (address) {
    return address(uint160(_cut(self, PAYER_AT, 160)));
}

function operator(PackedTerms self) pure returns (address) {
    return address(uint160(_cut(self, OPERATOR_AT, 160)));
}

function amount(PackedTerms self) pure returns (uint256) {
    return _cut(self, AMOUNT_AT, 128);
}

function start(PackedTerms self) pure returns (uint256) {
    return _cut(self, START_AT, 40);
}

function periodSeconds(PackedTerms self) pure returns (uint256) {
    unchecked {
        return _cut(self, PERIOD_DAYS_AT, 16) * 1 days;
    }
}

function maxPeriods(PackedTerms self) pure returns (uint256) {
    return _cut(self, MAX_PERIODS_AT, 16);
}

function graceSeconds(PackedTerms self) pure returns (uint256) {
    unchecked {
        return _cut(self, GRACE_DAYS_AT, 16) * 1 days;
    }
}

function activateUntil(PackedTerms self) pure returns (uint256) {
    return _cut(self, ACTIVATE_UNTIL_AT, 40);
}

function unpack(PackedTerms self) pure returns (Terms memory) {
    return Terms({
        token: token(self),
        merchant: merchant(self),
        payer: payer(self),
        operator: operator(self),
        amount: uint128(amount(self)),
        start: uint40(start(self)),
        periodDays: uint16(_cut(self, PERIOD_DAYS_AT, 16)),
        maxPeriods: uint16(maxPeriods(self)),
        graceDays: uint16(_cut(self, GRACE_DAYS_AT, 16)),
        activateUntil: uint40(activateUntil(self))
    });
}

/// @dev The unsigned number of `bits` bits that begins at byte `offset`.
function _cut(PackedTerms self, uint256 offset, uint256 bits) pure returns (uint256 value) {
    assembly ("memory-safe") {
        value := shr(sub(256, bits), mload(add(self, offset)))
    }
}
