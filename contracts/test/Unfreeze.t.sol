// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionErrors} from "../src/SubscriptionErrors.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {Terms} from "../src/Terms.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract UnfreezeTest is SubscriptionTest {
    function testFuzz_theTimeLeftWhenFrozenIsTheTimeLeftWhenUnfrozen(uint256 before, uint32 frozenFor) public {
        Subscription subscription = activeMonthly();
        before %= PERIOD + 1;
        pass(before);
        freezeBy(PAYER, subscription);
        pass(frozenFor);
        vm.assertEq(subscription.secondsLeft(), int256(PERIOD - before));
        unfreezeBy(PAYER, subscription);

        uint256 due = timeNow() + PERIOD - before;
        vm.assertEq(nextDueOf(subscription), due);
        vm.warp(due - 1);
        expectNotDue(due);
        charge(subscription);
        vm.warp(due);
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), due + PERIOD);
    }

    function test_theFactoryTellsTheNextDue() public {
        Subscription subscription = activeMonthly();
        pass(10 days);
        freezeBy(PAYER, subscription);
        pass(100 days);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Unfrozen(address(subscription), uint40(START + 130 days));
        unfreezeBy(PAYER, subscription);
    }

    function testFuzz_whatIsOverdueWhenFrozenIsOverdueByAsMuchWhenUnfrozen(uint256 late, uint32 frozenFor) public {
        Subscription subscription = activeMonthly();
        late %= GRACE + 1;
        pass(PERIOD + late);
        freezeBy(PAYER, subscription);
        pass(frozenFor);
        vm.assertEq(subscription.secondsLeft(), -int256(late));
        unfreezeBy(PAYER, subscription);
        uint256 due = timeNow() - late;
        vm.assertEq(nextDueOf(subscription), due);
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), due + PERIOD);
    }

    function testFuzz_whatIsOverdueWhenFrozenHasTheRestOfItsGraceWhenUnfrozen(uint256 late, bool asOperator) public {
        Subscription subscription = activeMonthly();
        late %= GRACE + 1;
        pass(PERIOD + late);
        address by = asOperator ? OPERATOR : PAYER;
        freezeBy(by, subscription);
        pass(asOperator ? GRACE - late : 100 days);
        unfreezeBy(by, subscription);
        uint256 deadline = timeNow() + GRACE - late;
        vm.warp(deadline + 1);
        expectLapsed(deadline);
        charge(subscription);
        vm.warp(deadline);
        charge(subscription);
        vm.assertEq(chargedOf(subscription), 2);
    }

    /// @dev A payer who took the allowance back would otherwise have the product for ever.
    function testFuzz_freezingOftenGivesNoMoreGrace(uint256 late, uint32[8] memory frozenFor) public {
        Subscription subscription = activeMonthly();
        uint256 step = late % (GRACE / 8 + 1);
        pass(PERIOD);
        for (uint256 i = 0; i < frozenFor.length; ++i) {
            pass(step);
            freezeBy(PAYER, subscription);
            pass(frozenFor[i]);
            unfreezeBy(PAYER, subscription);
        }
        uint256 deadline = timeNow() + GRACE - 8 * step;
        vm.warp(deadline + 1);
        expectLapsed(deadline);
        freezeBy(PAYER, subscription);
        expectLapsed(deadline);
        charge(subscription);
    }

    function test_thePayerUndoesEitherFreeze() public {
        Subscription subscription = activeMonthly();
        freezeBy(PAYER, subscription);
        unfreezeBy(PAYER, subscription);
        vm.assertEq(flagsOf(subscription), 0);
        freezeBy(OPERATOR, subscription);
        unfreezeBy(PAYER, subscription);
        vm.assertEq(flagsOf(subscription), 0);
    }

    function test_theOperatorUndoesItsOwnFreezeOnly() public {
        Subscription subscription = activeMonthly();
        freezeBy(OPERATOR, subscription);
        unfreezeBy(OPERATOR, subscription);
        freezeBy(PAYER, subscription);
        expectNotAllowed(OPERATOR);
        unfreezeBy(OPERATOR, subscription);
    }

    function testFuzz_theOperatorUndoesItsFreezeUntilTheGraceIsOver(uint256 before, uint256 frozenFor) public {
        Subscription subscription = activeMonthly();
        before %= PERIOD + GRACE + 1;
        pass(before);
        freezeBy(OPERATOR, subscription);
        pass(frozenFor % (PERIOD + GRACE - before + 1));
        unfreezeBy(OPERATOR, subscription);
        vm.assertEq(flagsOf(subscription), 0);
    }

    function testFuzz_afterTheGraceOnlyThePayerRevives(uint256 before, uint32 later) public {
        Subscription subscription = activeMonthly();
        pass(before % (PERIOD + GRACE + 1));
        freezeBy(OPERATOR, subscription);
        uint256 until = START + PERIOD + GRACE;
        vm.assertEq(subscription.operatorUntil(), until);
        vm.warp(until + 1 + later);
        expectFreezeOutlivedGrace(until);
        unfreezeBy(OPERATOR, subscription);
        expectFrozen(FROZEN_BY_OPERATOR);
        charge(subscription);

        int256 left = subscription.secondsLeft();
        unfreezeBy(PAYER, subscription);
        vm.assertEq(int256(nextDueOf(subscription)), int256(timeNow()) + left);
        if (left > 0) pass(uint256(left));
        charge(subscription);
        vm.assertEq(chargedOf(subscription), 2);
    }

    function test_withoutGraceTheOperatorHasTheTolerance() public {
        Terms memory strict = monthly();
        strict.graceDays = 0;
        Subscription subscription = activate(strict, ID);
        freezeBy(OPERATOR, subscription);
        vm.assertEq(subscription.operatorUntil(), START + PERIOD + TOLERANCE);
    }

    /// @dev Freezing again, in time, would otherwise hold a charge back for years.
    function test_theOperatorsFreezesShareOneDeadline() public {
        Subscription subscription = activeMonthly();
        uint256 until = START + PERIOD + GRACE;
        freezeBy(OPERATOR, subscription);
        vm.warp(until);
        unfreezeBy(OPERATOR, subscription);
        uint256 due = until + PERIOD;
        vm.assertEq(nextDueOf(subscription), due);
        vm.assertEq(subscription.operatorUntil(), until);
        pass(1);
        freezeBy(OPERATOR, subscription);
        expectFreezeOutlivedGrace(until);
        unfreezeBy(OPERATOR, subscription);
        pass(5 * 365 days);
        expectFreezeOutlivedGrace(until);
        unfreezeBy(OPERATOR, subscription);
    }

    /// @dev The latest moment to which the operator alone can push a charge.
    function testFuzz_theOperatorPushesAChargeByAPeriodAndTwoGracesAtMost(uint32[16] memory waits) public {
        Subscription subscription = activeMonthly();
        for (uint256 i = 0; i < waits.length; ++i) {
            pass(waits[i] % 40 days);
            operatorTries(subscription, i % 2 == 0 ? Subscription.freeze.selector : Subscription.unfreeze.selector);
        }
        operatorTries(subscription, Subscription.unfreeze.selector);
        vm.assertLe(nextDueOf(subscription), START + 2 * PERIOD + GRACE, "due");
        vm.warp(START + 2 * PERIOD + 2 * GRACE + 1);
        (bool succeeded,) = address(factory).call(abi.encodeCall(factory.charge, (address(subscription))));
        vm.assertTrue(!succeeded, "charged though nobody but the operator had a hand in it");
    }

    function operatorTries(Subscription subscription, bytes4 selector) private returns (bool succeeded) {
        vm.prank(OPERATOR);
        (succeeded,) = address(subscription).call(abi.encodePacked(selector));
    }

    function test_aChargeGivesTheOperatorANewDeadline() public {
        Subscription subscription = activeMonthly();
        freezeBy(OPERATOR, subscription);
        unfreezeBy(OPERATOR, subscription);
        pass(PERIOD);
        charge(subscription);
        vm.assertEq(subscription.operatorUntil(), 0);
        freezeBy(OPERATOR, subscription);
        vm.assertEq(subscription.operatorUntil(), START + 2 * PERIOD + GRACE);
    }

    function test_whatThePayerDoesGivesTheOperatorANewDeadlineToo() public {
        Subscription subscription = activeMonthly();
        freezeBy(OPERATOR, subscription);
        pass(100 days);
        unfreezeBy(PAYER, subscription);
        vm.assertEq(subscription.operatorUntil(), 0);
        freezeBy(OPERATOR, subscription);
        vm.assertEq(subscription.operatorUntil(), START + 100 days + PERIOD + GRACE);
        freezeBy(PAYER, subscription);
        vm.assertEq(subscription.operatorUntil(), 0);
    }

    function testFuzz_nobodyElseUnfreezes(address who) public {
        vm.assume(who != PAYER && who != OPERATOR);
        Subscription subscription = activeMonthly();
        freezeBy(OPERATOR, subscription);
        expectNotAllowed(who);
        unfreezeBy(who, subscription);
        expectNotAllowed(MERCHANT);
        unfreezeBy(MERCHANT, subscription);
    }

    function test_whatIsNotFrozenCannotBeUnfrozen() public {
        Subscription subscription = activeMonthly();
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.IsNotFrozen.selector));
        unfreezeBy(PAYER, subscription);
    }

    function test_whatLapsedCannotBeRevived() public {
        Subscription subscription = activeMonthly();
        vm.warp(START + PERIOD + GRACE + 1);
        expectLapsed(timeNow() - 1);
        freezeBy(PAYER, subscription);
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.IsNotFrozen.selector));
        unfreezeBy(PAYER, subscription);
        expectLapsed(timeNow() - 1);
        charge(subscription);
    }

    function test_whatIsCancelledCannotBeUnfrozen() public {
        Subscription subscription = activeMonthly();
        freezeBy(PAYER, subscription);
        cancelBy(PAYER, subscription);
        expectCancelled();
        unfreezeBy(PAYER, subscription);
    }

    function test_freezingOftenBringsNoChargeForward() public {
        Subscription subscription = activeMonthly();
        for (uint256 i = 0; i < 10; ++i) {
            pass(1 days);
            freezeBy(OPERATOR, subscription);
            pass(1 days);
            unfreezeBy(OPERATOR, subscription);
        }
        vm.assertEq(nextDueOf(subscription), START + PERIOD + 10 days);
    }

    function test_aLapseIsCountedFromTheNewDue() public {
        Subscription subscription = activeMonthly();
        freezeBy(PAYER, subscription);
        pass(1000 days);
        unfreezeBy(PAYER, subscription);
        uint256 deadline = timeNow() + PERIOD + GRACE;
        vm.warp(deadline + 1);
        expectLapsed(deadline);
        charge(subscription);
    }
}
