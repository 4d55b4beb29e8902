// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../../src/Subscription.sol";
import {SubscriptionErrors} from "../../src/SubscriptionErrors.sol";
import {SubscriptionFactory} from "../../src/SubscriptionFactory.sol";
import {Terms} from "../../src/Terms.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {ArtifactTest} from "./ArtifactTest.sol";
import {vm} from "./Vm.sol";

/// @notice The world of every test of subscriptions: a factory, a good token, four parties, and a subscription of 30 days at 10 tokens,
/// 12 times, with 7 days of grace, that may be activated within 37 days.
abstract contract SubscriptionTest is ArtifactTest {
    address internal constant MERCHANT = address(0xAAA1);
    address internal constant PAYER = address(0xAAA2);
    address internal constant OPERATOR = address(0xAAA3);
    address internal constant STRANGER = address(0xAAA4);

    uint40 internal constant START = 1_800_000_000;
    uint128 internal constant AMOUNT = 10e6;
    uint256 internal constant PERIOD = 30 days;
    uint256 internal constant TOLERANCE = 1 days;
    uint256 internal constant GRACE = 7 days;
    uint16 internal constant MAX_PERIODS = 12;
    uint40 internal constant ACTIVATE_UNTIL = START + 37 days;
    bytes32 internal constant ID = "subscription";

    uint8 internal constant FROZEN_BY_PAYER = 1;
    uint8 internal constant FROZEN_BY_OPERATOR = 2;
    uint8 internal constant CANCELLED = 4;

    SubscriptionFactory internal factory;
    DemoToken internal token;

    function setUp() public virtual {
        vm.warp(START);
        factory = SubscriptionFactory(deployed("SubscriptionFactory", ""));
        token = DemoToken(deployed("DemoToken", abi.encode("Demo Dollar", "DUSD", uint8(6))));
        token.mint(PAYER, 1_000_000e6);
    }

    // ---- making subscriptions

    function monthly() internal view returns (Terms memory) {
        return Terms({
            token: address(token),
            merchant: MERCHANT,
            payer: PAYER,
            operator: OPERATOR,
            amount: AMOUNT,
            start: START,
            periodDays: 30,
            maxPeriods: MAX_PERIODS,
            graceDays: 7,
            activateUntil: ACTIVATE_UNTIL
        });
    }

    function monthlyIn(address otherToken) internal view returns (Terms memory terms) {
        terms = monthly();
        terms.token = otherToken;
    }

    /// @dev The payer allows the future contract everything that it may ever take.
    function approve(Terms memory terms, bytes32 id) internal returns (address subscription) {
        subscription = factory.predict(terms, id);
        setAllowance(subscription, uint256(terms.amount) * terms.maxPeriods);
    }

    function setAllowance(address subscription, uint256 allowance) internal {
        vm.prank(PAYER);
        token.approve(subscription, allowance);
    }

    function activate(Terms memory terms, bytes32 id) internal returns (Subscription) {
        approve(terms, id);
        return Subscription(factory.activate(terms, id));
    }

    function activeMonthly() internal returns (Subscription) {
        return activate(monthly(), ID);
    }

    // ---- acting

    function freezeBy(address who, Subscription subscription) internal {
        vm.prank(who);
        subscription.freeze();
    }

    function unfreezeBy(address who, Subscription subscription) internal {
        vm.prank(who);
        subscription.unfreeze();
    }

    function cancelBy(address who, Subscription subscription) internal {
        vm.prank(who);
        subscription.cancel();
    }

    function charge(Subscription subscription) internal {
        factory.charge(address(subscription));
    }

    function pass(uint256 time) internal {
        vm.warp(timeNow() + time);
    }

    // ---- asking

    /// @dev Not `block.timestamp`: the compiler takes that for constant within a call, and tests move it.
    function timeNow() internal view returns (uint256) {
        return vm.getBlockTimestamp();
    }

    function nextDueOf(Subscription subscription) internal view returns (uint256 nextDue) {
        (nextDue,,) = subscription.state();
    }

    function chargedOf(Subscription subscription) internal view returns (uint256 charged) {
        (, charged,) = subscription.state();
    }

    function flagsOf(Subscription subscription) internal view returns (uint256 flags) {
        (,, flags) = subscription.state();
    }

    function received() internal view returns (uint256) {
        return token.balanceOf(MERCHANT);
    }

    function listOf(address one) internal pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = one;
    }

    // ---- expecting

    function expectNotDue(uint256 due) internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.NotDue.selector, due));
    }

    function expectLapsed(uint256 deadline) internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.Lapsed.selector, deadline));
    }

    function expectDraftExpired() internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.DraftExpired.selector, ACTIVATE_UNTIL));
    }

    function expectFreezeOutlivedGrace(uint256 until) internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.FreezeOutlivedGrace.selector, until));
    }

    function expectNotAllowed(address caller) internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.NotAllowed.selector, caller));
    }

    function expectFrozen(uint8 flags) internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.IsFrozen.selector, flags));
    }

    function expectCancelled() internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.IsCancelled.selector));
    }

    function expectAllCharged() internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.AllPeriodsCharged.selector, MAX_PERIODS));
    }

    function expectTransferFailed(address failing) internal {
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.TransferFailed.selector, failing));
    }
}
