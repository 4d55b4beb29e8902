// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract ViewsTest is SubscriptionTest {
    function test_beforeTheFirstChargeTheStartIsDue() public {
        vm.warp(START - 3 days);
        Subscription subscription = Subscription(factory.deploy(monthly(), ID));
        (uint40 nextDue, uint16 charged, uint8 flags) = subscription.state();
        vm.assertEq(nextDue, START);
        vm.assertEq(charged, 0);
        vm.assertEq(flags, 0);
        vm.assertEq(subscription.secondsLeft(), 3 days);
    }

    function test_afterAChargeTheNextPeriodIsDue() public {
        Subscription subscription = activeMonthly();
        (uint40 nextDue, uint16 charged, uint8 flags) = subscription.state();
        vm.assertEq(nextDue, START + PERIOD);
        vm.assertEq(charged, 1);
        vm.assertEq(flags, 0);
        vm.assertEq(subscription.secondsLeft(), int256(PERIOD));
    }

    function test_whatIsOverdueHasLessThanNoTimeLeft() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD);
        vm.assertEq(subscription.secondsLeft(), 0);
        pass(3 days);
        vm.assertEq(subscription.secondsLeft(), -3 days);
        freezeBy(PAYER, subscription);
        pass(50 days);
        vm.assertEq(subscription.secondsLeft(), -3 days);
    }

    function test_whileFrozenTheTimeLeftStandsStill() public {
        Subscription subscription = activeMonthly();
        pass(12 days);
        freezeBy(PAYER, subscription);
        pass(50 days);
        vm.assertEq(subscription.secondsLeft(), 18 days);
        vm.assertEq(nextDueOf(subscription), START + PERIOD);
    }

    function test_aSubscriptionKnowsItsFactory() public {
        vm.assertEq(activeMonthly().factory(), address(factory));
        vm.assertEq(Subscription(factory.implementation()).factory(), address(factory));
    }
}
