// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {PackedTerms} from "./PackedTerms.sol";
import {SubscriptionErrors} from "./SubscriptionErrors.sol";
import {SubscriptionState, running} from "./SubscriptionState.sol";

/// @notice When a subscription may be charged, and when the next charge is due. Reads no clock and writes nothing.
///
/// Due moments lie on a grid, one period apart. A charge that is late by no more than the tolerance keeps the grid;
/// a later one starts a new grid at its own moment. A missed period is lost, never collected twice. A charge later
/// than the deadline is never made, nor a first one after the day that the terms name, so that a forgotten allowance
/// cannot be revived.
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
            uint256 anchor = due;
            if (time - due > toleranceOf(period)) {
                requireAlive(state, terms, time);
                anchor = time;
            }
            return running(anchor + period, charged + 1);
        }
    }

    /// @notice When the next charge is due: the start before the first one, then what the last one set.
    function dueMoment(SubscriptionState state, PackedTerms terms) internal pure returns (uint256 due) {
        due = state.nextDue();
        if (due == 0) due = terms.start();
    }

    /// @notice Seconds from `time` to the next charge, 0 when it is due.
    function secondsLeft(SubscriptionState state, PackedTerms terms, uint256 time) internal pure returns (uint256) {
        uint256 due = dueMoment(state, terms);
        return due > time ? due - time : 0;
    }

    /// @notice Reverts if all agreed charges have been made.
    function requireChargesLeft(SubscriptionState state, PackedTerms terms) internal pure {
        uint256 maxPeriods = terms.maxPeriods();
        if (state.charged() >= maxPeriods) revert SubscriptionErrors.AllPeriodsCharged(uint16(maxPeriods));
    }

    /// @notice Reverts if the next charge is later than its deadline. A subscription that was never charged has none
    /// but `activateUntil`.
    function requireAlive(SubscriptionState state, PackedTerms terms, uint256 time) internal pure {
        if (state.charged() == 0) return;
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

    /// @notice How late a charge may be without moving the grid.
    function toleranceOf(uint256 period) internal pure returns (uint256) {
        return Math.min(period / TOLERANCE_DIVISOR, TOLERANCE_MAX);
    }
}
