// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {PackedTerms} from "./PackedTerms.sol";
import {SubscriptionErrors} from "./SubscriptionErrors.sol";
import {SubscriptionState, running} from "./SubscriptionState.sol";

/// @notice When a subscription may be charged, and when the next charge is due. Reads no clock and writes nothing.
///
/// Due moments lie on a grid, one period apart, that begins with the start. A first charge that is late by more than the
/// tolerance begins the grid at its own moment, because nothing was given before it. Every later charge keeps the grid,
/// however late: the time since it was due was given on credit, and belongs to the period that it pays for. A charge
/// later than the deadline, which is less than a period, is never made, nor a first one after the day that the terms
/// name, so that a forgotten allowance cannot be revived.
library Schedule {
    uint256 internal constant TOLERANCE_MAX = 1 days;
    /// @dev The tolerance is this part of a period, at most TOLERANCE_MAX.
    uint256 internal constant TOLERANCE_DIVISOR = 4;

    /// @notice The state after a charge at `time`; reverts if none may be made then.
    /// @dev Writes out what `requireChargesLeft` and `dueMoment` say: calling them costs every charge 60 gas.
    function charge(SubscriptionState state, PackedTerms terms, uint256 time)
        internal
        pure
        returns (SubscriptionState)
    {
        uint256 charged = state.charged();
        if (charged >= terms.maxPeriods()) revert SubscriptionErrors.AllPeriodsCharged(uint16(charged));
        uint256 due = state.nextDue();
        if (due == 0) {
            due = terms.start();
            uint256 activateUntil = terms.activateUntil();
            if (time > activateUntil) revert SubscriptionErrors.DraftExpired(uint40(activateUntil));
        }
        if (time < due) revert SubscriptionErrors.NotDue(uint40(due));

        unchecked {
            uint256 period = terms.periodSeconds();
            if (time - due > toleranceOf(period)) {
                if (charged == 0) due = time;
                else requireAlive(state, terms, time);
            }
            return running(due + period, charged + 1);
        }
    }

    /// @notice When the next charge is due: the start before the first one, then what the last one set.
    function dueMoment(SubscriptionState state, PackedTerms terms) internal pure returns (uint256 due) {
        due = state.nextDue();
        if (due == 0) due = terms.start();
    }

    /// @notice Seconds from `time` to the next charge; below zero by as much as it is overdue.
    function secondsLeft(SubscriptionState state, PackedTerms terms, uint256 time) internal pure returns (int40) {
        return int40(int256(dueMoment(state, terms)) - int256(time));
    }

    /// @notice Reverts if all agreed charges have been made.
    function requireChargesLeft(SubscriptionState state, PackedTerms terms) internal pure {
        uint256 maxPeriods = terms.maxPeriods();
        if (state.charged() >= maxPeriods) revert SubscriptionErrors.AllPeriodsCharged(uint16(maxPeriods));
    }

    /// @notice Reverts if the next charge is later than its deadline, for a subscription that was charged before.
    function requireAlive(SubscriptionState state, PackedTerms terms, uint256 time) internal pure {
        uint256 deadline = deadlineOf(state, terms);
        if (time > deadline) revert SubscriptionErrors.Lapsed(uint40(deadline));
    }

    /// @notice The last moment of the next charge, for a subscription that was charged before.
    function deadlineOf(SubscriptionState state, PackedTerms terms) internal pure returns (uint256) {
        unchecked {
            return state.nextDue() + lateMax(terms);
        }
    }

    /// @notice How late a charge may be: the grace, or the tolerance if that is longer. Without the tolerance a
    /// subscription without grace would have to be charged in the very second.
    function lateMax(PackedTerms terms) internal pure returns (uint256) {
        return Math.max(terms.graceSeconds(), toleranceOf(terms.periodSeconds()));
    }

    /// @notice How late the first charge may be without moving the grid, and any other without a grace.
    function toleranceOf(uint256 period) internal pure returns (uint256) {
        return Math.min(period / TOLERANCE_DIVISOR, TOLERANCE_MAX);
    }
}
