// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Terms} from "./Terms.sol";

/// @notice Which terms a subscription can be made of.
library TermsRules {
    uint16 internal constant PERIOD_DAYS_MAX = 365;
    uint256 internal constant ACTIVATION_SECONDS_MAX = 365 days;

    /// @notice The token has no code on this chain.
    error TokenWithoutCode(address token);
    /// @notice Merchant and payer must be two different addresses, neither of them zero.
    error InvalidParties(address merchant, address payer);
    /// @notice A charge must move something.
    error ZeroAmount();
    /// @notice A period lasts 1 to 365 days.
    error InvalidPeriod(uint16 periodDays);
    /// @notice At least one charge must be agreed on.
    error ZeroPeriods();
    /// @notice A charge may be late by less than a period, so that no two are due at once.
    error InvalidGrace(uint16 graceDays);
    /// @notice The first charge may be made until a moment from the start to a year after it.
    error InvalidActivation(uint40 start, uint40 activateUntil);

    /// @notice Reverts with the first broken rule.
    function requireValid(Terms calldata terms) internal view {
        if (terms.token.code.length == 0) revert TokenWithoutCode(terms.token);
        if (terms.merchant == address(0) || terms.payer == address(0) || terms.merchant == terms.payer) {
            revert InvalidParties(terms.merchant, terms.payer);
        }
        if (terms.amount == 0) revert ZeroAmount();
        if (terms.periodDays == 0 || terms.periodDays > PERIOD_DAYS_MAX) revert InvalidPeriod(terms.periodDays);
        if (terms.maxPeriods == 0) revert ZeroPeriods();
        if (terms.graceDays >= terms.periodDays) revert InvalidGrace(terms.graceDays);
        if (terms.activateUntil < terms.start || terms.activateUntil > terms.start + ACTIVATION_SECONDS_MAX) {
            revert InvalidActivation(terms.start, terms.activateUntil);
        }
    }
}
