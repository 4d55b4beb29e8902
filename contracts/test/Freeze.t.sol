// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionErrors} from "../src/SubscriptionErrors.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract FreezeTest is SubscriptionTest {
    function test_whatIsFrozenCannotBeCharged() public {
        Subscription subscription = activeMonthly();
        freezeBy(PAYER, subscription);
        pass(PERIOD);
        expectFrozen(FROZEN_BY_PAYER);
        charge(subscription);
        expectFrozen(FROZEN_BY_PAYER);
        factory.activate(monthly(), ID);
    }

    function test_theFactoryTellsWhoFroze() public {
        Subscription subscription = activeMonthly();
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Frozen(address(subscription), OPERATOR, uint40(START + PERIOD + GRACE));
        freezeBy(OPERATOR, subscription);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Frozen(address(subscription), PAYER, 0);
        freezeBy(PAYER, subscription);
    }

    function testFuzz_onlyPayerAndOperatorFreeze(address who) public {
        vm.assume(who != PAYER && who != OPERATOR);
        Subscription subscription = activeMonthly();
        expectNotAllowed(who);
        freezeBy(who, subscription);
        expectNotAllowed(MERCHANT);
        freezeBy(MERCHANT, subscription);
    }

    function test_aFreezeIsNotRepeated() public {
        Subscription subscription = activeMonthly();
        freezeBy(OPERATOR, subscription);
        expectFrozen(FROZEN_BY_OPERATOR);
        freezeBy(OPERATOR, subscription);
        freezeBy(PAYER, subscription);
        expectFrozen(FROZEN_BY_PAYER);
        freezeBy(PAYER, subscription);
        expectFrozen(FROZEN_BY_PAYER);
        freezeBy(OPERATOR, subscription);
    }

    function test_thePayersFreezeReplacesTheOperatorsAndKeepsItsTime() public {
        Subscription subscription = activeMonthly();
        pass(10 days);
        freezeBy(OPERATOR, subscription);
        pass(5 days);
        freezeBy(PAYER, subscription);
        vm.assertEq(flagsOf(subscription), FROZEN_BY_PAYER);
        vm.assertEq(subscription.secondsLeft(), 20 days);
        expectNotAllowed(OPERATOR);
        unfreezeBy(OPERATOR, subscription);
    }

    function test_aFreezeKeepsTheCounterAndTheGrid() public {
        Subscription subscription = activeMonthly();
        freezeBy(PAYER, subscription);
        vm.assertEq(chargedOf(subscription), 1);
        vm.assertEq(nextDueOf(subscription), START + PERIOD);
    }

    function test_beforeTheFirstChargeThereIsNothingToFreeze() public {
        Subscription subscription = Subscription(factory.deploy(monthly(), ID));
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.NeverCharged.selector));
        freezeBy(PAYER, subscription);
    }

    function test_afterTheLastChargeThereIsNothingToFreeze() public {
        Subscription subscription = activeMonthly();
        for (uint256 i = 1; i < MAX_PERIODS; ++i) {
            pass(PERIOD);
            charge(subscription);
        }
        expectAllCharged();
        freezeBy(PAYER, subscription);
    }

    function test_whatLapsedCannotBeFrozen() public {
        Subscription subscription = activeMonthly();
        uint256 deadline = START + PERIOD + GRACE;
        vm.warp(deadline);
        freezeBy(OPERATOR, subscription);
        unfreezeBy(OPERATOR, subscription);
        vm.warp(deadline + 1);
        expectLapsed(deadline);
        freezeBy(PAYER, subscription);
    }

    function test_whatIsCancelledCannotBeFrozen() public {
        Subscription subscription = activeMonthly();
        cancelBy(PAYER, subscription);
        expectCancelled();
        freezeBy(PAYER, subscription);
    }
}
