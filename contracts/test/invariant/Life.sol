// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../../src/Subscription.sol";
import {Terms} from "../../src/Terms.sol";

/// @notice What should be true of one subscription, kept beside the contract and in other words than its own.
/// @param due       when the next charge is due
/// @param agreedDue the same, but for what the operator alone did to it
/// @param frozenAt  since when it is frozen
/// @param lastUndo  until when the operator may undo its freezes; 0 if it has none
/// @param ranFor    seconds since the last charge in which it was not frozen
/// @param served    seconds in which the customer could use the product, by what the contract itself says
/// @param balance   what the payer should have
struct Life {
    Terms terms;
    bytes32 id;
    Subscription subscription;
    uint256 charges;
    uint256 due;
    uint256 agreedDue;
    uint256 frozenAt;
    uint256 lastUndo;
    uint256 ranFor;
    uint256 served;
    uint256 balance;
    uint8 flags;
}

uint8 constant FROZEN_BY_PAYER = 1;
uint8 constant FROZEN_BY_OPERATOR = 2;
uint8 constant CANCELLED = 4;

using {period, tolerance, lateMax, deadline, lastMoment, isFrozen, mayBeCharged, mayBeFrozen} for Life global;

function period(Life storage self) view returns (uint256) {
    return uint256(self.terms.periodDays) * 1 days;
}

function tolerance(Life storage self) view returns (uint256) {
    return period(self) < 4 days ? period(self) / 4 : 1 days;
}

function lateMax(Life storage self) view returns (uint256) {
    uint256 grace = uint256(self.terms.graceDays) * 1 days;
    return grace < tolerance(self) ? tolerance(self) : grace;
}

function deadline(Life storage self) view returns (uint256) {
    return self.charges == 0 ? self.terms.activateUntil : self.due + lateMax(self);
}

/// @notice The latest moment of a charge to which the operator can push it alone.
function lastMoment(Life storage self) view returns (uint256) {
    return self.agreedDue + period(self) + 2 * lateMax(self);
}

function isFrozen(Life storage self) view returns (bool) {
    return self.flags == FROZEN_BY_PAYER || self.flags == FROZEN_BY_OPERATOR;
}

/// @notice Whether a charge at `time` keeps every promise; money apart.
function mayBeCharged(Life storage self, uint256 time) view returns (bool) {
    bool isInTime = time >= self.due && time <= deadline(self);
    return self.flags == 0 && self.charges < self.terms.maxPeriods && isInTime;
}

function mayBeFrozen(Life storage self, uint256 time) view returns (bool) {
    return self.charges != 0 && self.charges < self.terms.maxPeriods && time <= deadline(self);
}
