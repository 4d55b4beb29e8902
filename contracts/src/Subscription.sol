// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PackedTerms, ownTerms} from "./PackedTerms.sol";
import {Schedule} from "./Schedule.sol";
import {SubscriptionErrors} from "./SubscriptionErrors.sol";
import {SubscriptionReports} from "./SubscriptionReports.sol";
import {FROZEN_BY_OPERATOR, FROZEN_BY_PAYER, SubscriptionState, running} from "./SubscriptionState.sol";
import {Terms} from "./Terms.sol";
import {TokenPull} from "./TokenPull.sol";

/// @title The charging contract between one payer and one merchant
/// @notice Collects one fixed amount of one token, from one payer to one merchant, at most once a period, a fixed
/// number of times. It holds no money, has no owner, and nothing in it can be changed.
///
/// | call             | who                                               |
/// | charge           | anyone, through the factory                       |
/// | freeze, unfreeze | payer; operator, who may undo only its own freeze, and only within the grace |
/// | cancel           | payer, merchant, operator                         |
///
/// @dev Runs behind EIP-1167 clones whose terms follow their code (see PackedTerms). State is written before the
/// token is called, and not read after it.
contract Subscription is SubscriptionErrors {
    using Schedule for SubscriptionState;

    /// @notice The only caller of `charge` and `cancelFor`, and the address that emits all events.
    address public immutable factory;

    SubscriptionState private _state;

    modifier onlyFactory() {
        if (msg.sender != factory) revert NotFactory(msg.sender);
        _;
    }

    constructor(address factory_) {
        factory = factory_;
    }

    /// @notice Collects the amount if a charge is due now.
    /// @return next The state after the charge, from which the factory tells period and next due moment.
    function charge() external onlyFactory returns (SubscriptionState next) {
        PackedTerms terms_ = ownTerms();
        SubscriptionState state_ = _state;
        if (!state_.isRunning()) _refuseStopped(state_);
        next = state_.charge(terms_, block.timestamp);
        _state = next;
        TokenPull.pull(terms_.token(), terms_.payer(), terms_.merchant(), terms_.amount());
    }

    /// @notice Stops charges and the clock: the time left to the next one, or by how much it is overdue. A freeze by the
    /// payer replaces one by the operator, who then cannot undo it.
    ///
    /// What the operator freezes, it may unfreeze only until the deadline that the next charge had when its first
    /// freeze began. So its freezes, however many, hold a charge back by no more than a period and two graces; after
    /// that only the payer revives the subscription.
    function freeze() external {
        PackedTerms terms_ = ownTerms();
        SubscriptionState state_ = _state;
        if (state_.isCancelled()) revert IsCancelled();
        if (msg.sender == terms_.payer()) {
            if (state_.isFrozenByPayer()) revert IsFrozen(state_.flags());
            _freeze(state_, terms_, FROZEN_BY_PAYER, 0);
        } else if (msg.sender == terms_.operator()) {
            if (state_.isFrozen()) revert IsFrozen(state_.flags());
            uint256 until = state_.operatorUntil();
            if (until == 0) until = state_.deadlineOf(terms_);
            _freeze(state_, terms_, FROZEN_BY_OPERATOR, until);
        } else {
            revert NotAllowed(msg.sender);
        }
    }

    /// @notice Lets charges run again, and moves the next due moment by the time frozen. What was overdue is overdue at
    /// once, by as much: a freeze gives nobody another grace.
    function unfreeze() external {
        PackedTerms terms_ = ownTerms();
        SubscriptionState state_ = _state;
        if (state_.isCancelled()) revert IsCancelled();
        if (!state_.isFrozen()) revert IsNotFrozen();
        uint256 due = block.timestamp - state_.frozenAt() + state_.nextDue();
        if (msg.sender == terms_.payer()) {
            _state = running(due, state_.charged());
        } else if (msg.sender == terms_.operator() && !state_.isFrozenByPayer()) {
            uint256 until = state_.operatorUntil();
            if (block.timestamp > until) revert FreezeOutlivedGrace(uint40(until));
            _state = state_.asUnfrozenByOperator(due);
        } else {
            revert NotAllowed(msg.sender);
        }
        SubscriptionReports(factory).reportUnfrozen(uint40(due));
    }

    /// @notice Ends the subscription for good, frozen or not, charged or not.
    function cancel() external {
        _cancel(msg.sender);
    }

    /// @notice The same, passed on by the factory for `by`, who called it.
    function cancelFor(address by) external onlyFactory {
        _cancel(by);
    }

    /// @notice What payer and merchant agreed on.
    function terms() external view returns (Terms memory) {
        return ownTerms().unpack();
    }

    /// @notice Where the subscription stands.
    /// @return nextDue When the next charge is due, Unix seconds. While frozen: when it was due before the freeze.
    /// @return charged How many charges have succeeded.
    /// @return flags   1 frozen by the payer, 2 frozen by the operator, 4 cancelled; 0 running.
    function state() external view returns (uint40 nextDue, uint16 charged, uint8 flags) {
        SubscriptionState state_ = _state;
        return (uint40(state_.dueMoment(ownTerms())), state_.charged(), state_.flags());
    }

    /// @notice Until when the operator may undo its freezes, Unix seconds; 0 if it has not frozen since the last charge,
    /// or the payer has frozen or unfrozen since.
    function operatorUntil() external view returns (uint40) {
        return _state.operatorUntil();
    }

    /// @notice Seconds to the next charge; below zero by as much as it is overdue. Stands still while frozen.
    function secondsLeft() external view returns (int40) {
        SubscriptionState state_ = _state;
        uint256 time = state_.isFrozen() ? state_.frozenAt() : block.timestamp;
        return state_.secondsLeft(ownTerms(), time);
    }

    /// @dev What is lapsed or complete cannot be frozen, so unfreezing can revive nothing.
    function _freeze(SubscriptionState state_, PackedTerms terms_, uint8 frozenBy, uint256 until) private {
        uint256 since = state_.frozenAt();
        if (!state_.isFrozen()) {
            if (state_.charged() == 0) revert NeverCharged();
            state_.requireChargesLeft(terms_);
            state_.requireAlive(terms_, block.timestamp);
            since = block.timestamp;
        }
        _state = state_.asFrozen(frozenBy, since, until);
        SubscriptionReports(factory).reportFrozen(msg.sender, uint40(until));
    }

    function _cancel(address by) private {
        PackedTerms terms_ = ownTerms();
        SubscriptionState state_ = _state;
        bool mayCancel = by == terms_.payer() || by == terms_.merchant() || by == terms_.operator();
        if (!mayCancel) revert NotAllowed(by);
        if (state_.isCancelled()) revert IsCancelled();
        _state = state_.asCancelled();
        SubscriptionReports(factory).reportCancelled(by);
    }

    function _refuseStopped(SubscriptionState state_) private pure {
        if (state_.isCancelled()) revert IsCancelled();
        revert IsFrozen(state_.flags());
    }
}
