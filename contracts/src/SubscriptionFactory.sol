// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Batch} from "./Batch.sol";
import {pack} from "./PackedTerms.sol";
import {Subscription} from "./Subscription.sol";
import {SubscriptionErrors} from "./SubscriptionErrors.sol";
import {SubscriptionReports} from "./SubscriptionReports.sol";
import {SubscriptionState} from "./SubscriptionState.sol";
import {Terms} from "./Terms.sol";
import {TermsRules} from "./TermsRules.sol";

/// @title Deploys subscriptions, charges them one by one or in batches, and emits all their events
/// @notice No owner, no upgrade, no money, no storage. Anyone may call anything: terms decide what can be charged
/// and when, callers only decide whether it happens now.
///
/// A subscription's address commits to chain, id and every term, and is known before anything is deployed; the payer
/// can approve it first. Events for an address that is not a known subscription mean nothing: any contract can
/// behave like a subscription and have the factory emit events for itself, none can do so for another address.
contract SubscriptionFactory is Batch, SubscriptionErrors, SubscriptionReports {
    /// @notice Most gas that one charge of a batch may use.
    uint256 public constant GAS_PER_CHARGE = 250_000;
    /// @notice Most gas that one activation of a batch may use: deployment and first charge.
    uint256 public constant GAS_PER_ACTIVATION = 400_000;

    /// @notice The contract that every subscription is a clone of.
    address public immutable implementation;

    event Deployed(address indexed subscription, bytes32 indexed id);
    /// @param period  which charge this was, counted from 1
    /// @param nextDue when the next one is due, Unix seconds (after the last one: when its period ends)
    event Charged(address indexed subscription, uint16 period, uint40 nextDue);
    /// @param reason selector of the error that stopped this item of a batch, never zero
    event ChargeFailed(address indexed subscription, bytes4 reason);
    /// @param operatorUntil until when the operator may undo this freeze, Unix seconds; 0: only the payer may
    event Frozen(address indexed subscription, address by, uint40 operatorUntil);
    /// @param nextDue when the next charge is due now, Unix seconds
    event Unfrozen(address indexed subscription, uint40 nextDue);
    event Cancelled(address indexed subscription, address by);

    /// @notice What a preview always reverts with: for each item the selector of its error, zero if it would succeed.
    error Preview(bytes4[] reasons);
    /// @notice There is no contract at this address yet.
    error NotDeployed(address subscription);
    /// @notice Reason, in a preview, of an item for which there was no gas left.
    error NotTried();
    /// @notice Each terms needs one id.
    error LengthMismatch(uint256 terms, uint256 ids);

    constructor() {
        implementation = address(new Subscription(address(this)));
    }

    /// @notice The address of the subscription with these terms and this id, deployed or not.
    function predict(Terms calldata terms, bytes32 id) public view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, pack(terms), _salt(id));
    }

    /// @notice Deploys the subscription if it is not there yet, so whoever comes first does no harm.
    function deploy(Terms calldata terms, bytes32 id) public returns (address subscription) {
        bytes memory packed = pack(terms);
        bytes32 salt = _salt(id);
        subscription = Clones.predictDeterministicAddressWithImmutableArgs(implementation, packed, salt);
        if (subscription.code.length == 0) {
            TermsRules.requireValid(terms);
            Clones.cloneDeterministicWithImmutableArgs(implementation, packed, salt);
            emit Deployed(subscription, id);
        }
    }

    /// @notice Deploys the subscription if needed and makes its first charge (or the next one, if it is due).
    function activate(Terms calldata terms, bytes32 id) external returns (address subscription) {
        subscription = deploy(terms, id);
        _charge(subscription);
    }

    /// @notice Makes the charge that is due now; reverts with the subscription's own error if none is.
    function charge(address subscription) external {
        if (subscription.code.length == 0) revert NotDeployed(subscription);
        _charge(subscription);
    }

    /// @notice Cancels for the caller, if that is payer, merchant or operator. Deploys first if needed: so a
    /// subscription that was approved and never activated can be revoked for good.
    function cancel(Terms calldata terms, bytes32 id) external {
        Subscription(deploy(terms, id)).cancelFor(msg.sender);
    }

    /// @notice Charges each subscription that is due. A failing one fails alone, with a `ChargeFailed`.
    /// @return processed How many were tried. Fewer than given when the gas ran low: send the rest again.
    function chargeMany(address[] calldata subscriptions) external returns (uint256 processed) {
        for (uint256 i = 0; i < subscriptions.length; ++i) {
            if (!_hasGasFor(GAS_PER_CHARGE)) return i;
            _tryCharge(subscriptions[i]);
        }
        return subscriptions.length;
    }

    /// @notice Activates each subscription. A failing one fails alone, leaves nothing deployed, and has a
    /// `ChargeFailed` for its predicted address.
    /// @return processed How many were tried. Fewer than given when the gas ran low: send the rest again.
    function activateMany(Terms[] calldata terms, bytes32[] calldata ids) external returns (uint256 processed) {
        _requireSameLength(terms, ids);
        for (; processed < terms.length; ++processed) {
            if (!_hasGasFor(GAS_PER_ACTIVATION)) break;
            bytes4 reason = _tryActivate(terms[processed], ids[processed]);
            if (reason != 0) emit ChargeFailed(predict(terms[processed], ids[processed]), reason);
        }
    }

    /// @notice For `eth_call`: what `chargeMany` would do now, told by the error `Preview`. Never succeeds.
    function previewMany(address[] calldata subscriptions) external {
        bytes4[] memory reasons = new bytes4[](subscriptions.length);
        for (uint256 i = 0; i < subscriptions.length; ++i) {
            reasons[i] = NotTried.selector;
            if (_hasGasFor(GAS_PER_CHARGE)) reasons[i] = _tryCharge(subscriptions[i]);
        }
        revert Preview(reasons);
    }

    /// @notice For `eth_call`: what `activateMany` would do now, told by the error `Preview`. Never succeeds.
    function previewActivateMany(Terms[] calldata terms, bytes32[] calldata ids) external {
        _requireSameLength(terms, ids);
        bytes4[] memory reasons = new bytes4[](terms.length);
        for (uint256 i = 0; i < terms.length; ++i) {
            reasons[i] = NotTried.selector;
            if (_hasGasFor(GAS_PER_ACTIVATION)) reasons[i] = _tryActivate(terms[i], ids[i]);
        }
        revert Preview(reasons);
    }

    /// @inheritdoc SubscriptionReports
    function reportFrozen(address by, uint40 operatorUntil) external {
        emit Frozen(msg.sender, by, operatorUntil);
    }

    /// @inheritdoc SubscriptionReports
    function reportUnfrozen(uint40 nextDue) external {
        emit Unfrozen(msg.sender, nextDue);
    }

    /// @inheritdoc SubscriptionReports
    function reportCancelled(address by) external {
        emit Cancelled(msg.sender, by);
    }

    function _charge(address subscription) private {
        _emitCharged(subscription, Subscription(subscription).charge());
    }

    /// @dev Copies 32 bytes of the answer and no more, so that no answer can burn the batch's gas. A state after a
    /// charge is never zero; zero is what an address without code answers.
    function _tryCharge(address subscription) private returns (bytes4 reason) {
        bytes4 selector = Subscription.charge.selector;
        bytes32 answer;
        SubscriptionState state;
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(32, 0)
            let succeeded := call(GAS_PER_CHARGE, subscription, 0, 0, 4, 32, 32)
            answer := mload(32)
            state := mul(answer, succeeded)
        }
        if (SubscriptionState.unwrap(state) != 0) {
            _emitCharged(subscription, state);
        } else {
            reason = _reasonIn(bytes4(answer));
            emit ChargeFailed(subscription, reason);
        }
    }

    function _emitCharged(address subscription, SubscriptionState state) private {
        emit Charged(subscription, state.charged(), state.nextDue());
    }

    /// @dev A call to itself, so that a failed charge takes its deployment back. Its refusal is one of our own
    /// errors, so copying it is safe.
    function _tryActivate(Terms calldata terms, bytes32 id) private returns (bytes4 reason) {
        try this.activate{gas: GAS_PER_ACTIVATION}(terms, id) {}
        catch (bytes memory refusal) {
            reason = _reasonIn(bytes4(refusal));
        }
    }

    function _salt(bytes32 id) private view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, id));
    }

    function _requireSameLength(Terms[] calldata terms, bytes32[] calldata ids) private pure {
        if (terms.length != ids.length) revert LengthMismatch(terms.length, ids.length);
    }
}
