// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionErrors} from "../src/SubscriptionErrors.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract CancelTest is SubscriptionTest {
    function test_payerMerchantAndOperatorMayCancel() public {
        address[3] memory parties = [PAYER, MERCHANT, OPERATOR];
        for (uint256 i = 0; i < parties.length; ++i) {
            Subscription subscription = activate(monthly(), bytes32(i));
            vm.expectEmit(address(factory));
            emit SubscriptionFactory.Cancelled(address(subscription), parties[i]);
            cancelBy(parties[i], subscription);
            vm.assertEq(flagsOf(subscription), CANCELLED);
        }
    }

    function testFuzz_strangersCannotCancel(address who) public {
        vm.assume(who != PAYER && who != MERCHANT && who != OPERATOR);
        Subscription subscription = activeMonthly();
        expectNotAllowed(who);
        cancelBy(who, subscription);
    }

    function testFuzz_whatIsCancelledIsNeverChargedAgain(uint32 later) public {
        Subscription subscription = activeMonthly();
        cancelBy(PAYER, subscription);
        pass(later);
        expectCancelled();
        charge(subscription);
        expectCancelled();
        factory.activate(monthly(), ID);
    }

    function test_whatIsCancelledIsNotCancelledTwice() public {
        Subscription subscription = activeMonthly();
        cancelBy(PAYER, subscription);
        expectCancelled();
        cancelBy(MERCHANT, subscription);
    }

    function test_whatIsFrozenCanBeCancelled() public {
        Subscription subscription = activeMonthly();
        freezeBy(PAYER, subscription);
        cancelBy(OPERATOR, subscription);
        vm.assertEq(flagsOf(subscription), FROZEN_BY_PAYER | CANCELLED);
        expectCancelled();
        charge(subscription);
    }

    function test_whatIsOnlyDeployedCanBeCancelled() public {
        approve(monthly(), ID);
        Subscription subscription = Subscription(factory.deploy(monthly(), ID));
        cancelBy(PAYER, subscription);
        expectCancelled();
        factory.activate(monthly(), ID);
    }

    function test_whatLapsedCanBeCancelled() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD + GRACE + 1);
        cancelBy(MERCHANT, subscription);
        vm.assertEq(flagsOf(subscription), CANCELLED);
    }

    function test_aCancellationKeepsTheCounter() public {
        Subscription subscription = activeMonthly();
        cancelBy(PAYER, subscription);
        vm.assertEq(chargedOf(subscription), 1);
        vm.assertEq(nextDueOf(subscription), START + PERIOD);
    }

    function testFuzz_nobodyCancelsForAnotherPastTheFactory(address who) public {
        vm.assume(who != address(factory));
        Subscription subscription = activeMonthly();
        vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.NotFactory.selector, who));
        vm.prank(who);
        subscription.cancelFor(PAYER);
    }
}
