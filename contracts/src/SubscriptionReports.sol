// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What a subscription tells the factory, so that one address emits every event. Anyone may call these; the
/// event then names the caller as the subscription, so nobody can speak for a subscription but itself.
interface SubscriptionReports {
    function reportFrozen(address by, uint40 operatorUntil) external;

    function reportUnfrozen(uint40 nextDue) external;

    function reportCancelled(address by) external;
}
