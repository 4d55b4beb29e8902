// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract ReportsTest is SubscriptionTest {
    function test_whoeverReportsSpeaksForItselfOnly() public {
        Subscription subscription = activeMonthly();
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Cancelled(STRANGER, PAYER);
        vm.prank(STRANGER);
        factory.reportCancelled(PAYER);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Frozen(STRANGER, PAYER, START);
        vm.prank(STRANGER);
        factory.reportFrozen(PAYER, START);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Unfrozen(STRANGER, START);
        vm.prank(STRANGER);
        factory.reportUnfrozen(START);
        vm.assertEq(flagsOf(subscription), 0);
    }
}
