// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice All that a subscription remembers, in one storage slot, so that a charge writes one slot.
///
///   bit   0        40       56             96     104       144
///         nextDue  charged  operatorUntil  flags  frozenAt
///
/// nextDue        when the next charge is due, Unix seconds; 0 before the first charge
/// charged        how many charges have succeeded
/// operatorUntil  until when the operator may undo its freezes: set by its first one, and not moved by the next ones,
///                until a charge is made or the payer freezes or unfreezes; 0 otherwise
/// flags          FROZEN_BY_PAYER, FROZEN_BY_OPERATOR, CANCELLED; 0 means that charges may run
/// frozenAt       since when it is frozen, Unix seconds, whoever froze it first; 0 otherwise. The unfreeze moves nextDue by the
///                time since: what was left to it is left again, and what was overdue is overdue by as much
type SubscriptionState is uint256;

using {
    nextDue,
    charged,
    operatorUntil,
    flags,
    frozenAt,
    isRunning,
    isFrozen,
    isFrozenByPayer,
    isCancelled,
    asFrozen,
    asUnfrozenByOperator,
    asCancelled
} for SubscriptionState global;

uint256 constant CHARGED_AT = 40;
uint256 constant OPERATOR_UNTIL_AT = 56;
uint256 constant FLAGS_AT = 96;
uint256 constant SINCE_AT = 104;

uint8 constant FROZEN_BY_PAYER = 1;
uint8 constant FROZEN_BY_OPERATOR = 2;
uint8 constant CANCELLED = 4;
uint8 constant FROZEN = FROZEN_BY_PAYER | FROZEN_BY_OPERATOR;

/// @notice The state of a subscription that may be charged when `due` comes.
function running(uint256 due, uint256 chargedPeriods) pure returns (SubscriptionState) {
    return SubscriptionState.wrap(due | chargedPeriods << CHARGED_AT);
}

/// @notice The same state with another freeze, which began `since` then and which the operator may undo until `until`.
function asFrozen(SubscriptionState self, uint8 frozenBy, uint256 since, uint256 until)
    pure
    returns (SubscriptionState)
{
    SubscriptionState unfrozen = running(nextDue(self), charged(self));
    uint256 freeze = until << OPERATOR_UNTIL_AT | uint256(frozenBy) << FLAGS_AT | since << SINCE_AT;
    return SubscriptionState.wrap(SubscriptionState.unwrap(unfrozen) | freeze);
}

/// @notice The state without its freeze, as the operator leaves it: `due` is new, `operatorUntil` stays.
function asUnfrozenByOperator(SubscriptionState self, uint256 due) pure returns (SubscriptionState) {
    uint256 unfrozen = SubscriptionState.unwrap(running(due, charged(self)));
    return SubscriptionState.wrap(unfrozen | uint256(operatorUntil(self)) << OPERATOR_UNTIL_AT);
}

/// @notice The same state, cancelled for good; a freeze stays visible.
function asCancelled(SubscriptionState self) pure returns (SubscriptionState) {
    return SubscriptionState.wrap(SubscriptionState.unwrap(self) | uint256(CANCELLED) << FLAGS_AT);
}

function nextDue(SubscriptionState self) pure returns (uint40) {
    return uint40(SubscriptionState.unwrap(self));
}

function charged(SubscriptionState self) pure returns (uint16) {
    return uint16(SubscriptionState.unwrap(self) >> CHARGED_AT);
}

function operatorUntil(SubscriptionState self) pure returns (uint40) {
    return uint40(SubscriptionState.unwrap(self) >> OPERATOR_UNTIL_AT);
}

function flags(SubscriptionState self) pure returns (uint8) {
    return uint8(SubscriptionState.unwrap(self) >> FLAGS_AT);
}

function frozenAt(SubscriptionState self) pure returns (uint40) {
    return uint40(SubscriptionState.unwrap(self) >> SINCE_AT);
}

/// @notice Whether charges may run: no flags, and so no freeze that began either.
function isRunning(SubscriptionState self) pure returns (bool) {
    return SubscriptionState.unwrap(self) >> FLAGS_AT == 0;
}

function isFrozen(SubscriptionState self) pure returns (bool) {
    return flags(self) & FROZEN != 0;
}

function isFrozenByPayer(SubscriptionState self) pure returns (bool) {
    return flags(self) & FROZEN_BY_PAYER != 0;
}

function isCancelled(SubscriptionState self) pure returns (bool) {
    return flags(self) & CANCELLED != 0;
}
