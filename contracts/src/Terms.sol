// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Everything a payer agrees to. Immutable: the address of a subscription commits to every field.
/// @param token         ERC-20 that is collected
/// @param merchant      receives every charge
/// @param payer         pays every charge, by an allowance to the subscription's address
/// @param operator      the merchant's gas wallet: may freeze and cancel, never move money; zero means nobody
/// @param amount        base units of one charge
/// @param start         earliest moment of the first charge, Unix seconds
/// @param periodDays    days from one due moment to the next, 1 to 365
/// @param maxPeriods    how many charges may succeed, at least 1
/// @param graceDays     how many days a charge may be late before the subscription lapses for good: less than a period
/// @param activateUntil latest moment of the first charge, Unix seconds: from `start` to a year after it
struct Terms {
    address token;
    address merchant;
    address payer;
    address operator;
    uint128 amount;
    uint40 start;
    uint16 periodDays;
    uint16 maxPeriods;
    uint16 graceDays;
    uint40 activateUntil;
}
