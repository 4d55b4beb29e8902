// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Every reason for which a subscription says no. The factory lets them through unchanged, or, in a batch,
/// reports their selectors; so both contracts carry them in their ABI.
interface SubscriptionErrors {
    /// @notice The call is reserved to the factory, through which every charge goes.
    error NotFactory(address caller);
    /// @notice The caller has no part in this subscription that allows the call.
    error NotAllowed(address caller);
    /// @notice Before `due` nothing may be charged.
    error NotDue(uint40 due);
    /// @notice All charges that the payer agreed to have been made.
    error AllPeriodsCharged(uint16 maxPeriods);
    /// @notice The first charge was not made until `activateUntil`; none ever will be.
    error DraftExpired(uint40 activateUntil);
    /// @notice The charge was not made until `deadline`; the subscription is dead for good.
    error Lapsed(uint40 deadline);
    /// @notice The operator could undo its freeze until `operatorUntil`; now only the payer can.
    error FreezeOutlivedGrace(uint40 operatorUntil);
    /// @notice The subscription is frozen, by the parties in `flags`.
    error IsFrozen(uint8 flags);
    /// @notice There is no freeze to undo.
    error IsNotFrozen();
    /// @notice The subscription is cancelled for good.
    error IsCancelled();
    /// @notice Before its first charge a subscription has no time to keep: cancel it instead of freezing it.
    error NeverCharged();
    /// @notice The token did not move the amount: no funds, no allowance, blocked, paused, false, or no code.
    error TransferFailed(address token);
}
