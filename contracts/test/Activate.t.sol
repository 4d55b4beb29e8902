// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {Terms} from "../src/Terms.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract ActivateTest is SubscriptionTest {
    function test_deploysAndMakesTheFirstChargeAtOnce() public {
        address subscription = approve(monthly(), ID);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Deployed(subscription, ID);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Charged(subscription, 1, uint40(START + PERIOD));
        vm.assertEq(factory.activate(monthly(), ID), subscription);
        vm.assertEq(received(), AMOUNT);
    }

    function test_whoeverDeploysFirstDoesNoHarm() public {
        approve(monthly(), ID);
        vm.prank(STRANGER);
        factory.deploy(monthly(), ID);
        factory.activate(monthly(), ID);
        vm.assertEq(received(), AMOUNT);
    }

    function test_whoeverActivatesFirstDoesNoHarm() public {
        approve(monthly(), ID);
        vm.prank(STRANGER);
        factory.activate(monthly(), ID);
        expectNotDue(START + PERIOD);
        factory.activate(monthly(), ID);
        vm.assertEq(received(), AMOUNT);
    }

    function test_otherTermsCannotUseTheApproval() public {
        approve(monthly(), ID);
        Terms memory dearer = monthly();
        dearer.amount *= 2;
        expectTransferFailed(address(token));
        factory.activate(dearer, ID);
    }

    function testFuzz_nothingIsChargedBeforeTheStart(uint40 early) public {
        early = 1 + early % (START - 1);
        approve(monthly(), ID);
        vm.warp(START - early);
        expectNotDue(START);
        factory.activate(monthly(), ID);
    }

    function test_withoutAllowanceNothingIsLeftBehind() public {
        address subscription = factory.predict(monthly(), ID);
        expectTransferFailed(address(token));
        factory.activate(monthly(), ID);
        vm.assertEq(subscription.code.length, 0);
    }

    function testFuzz_theFirstChargeNeverLapses(uint32 late) public {
        approve(monthly(), ID);
        vm.warp(uint256(START) + late);
        Subscription subscription = Subscription(factory.activate(monthly(), ID));
        uint256 anchor = late <= TOLERANCE ? START : timeNow();
        vm.assertEq(nextDueOf(subscription), anchor + PERIOD);
    }

    function test_activatingAgainMakesTheNextDueCharge() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD);
        factory.activate(monthly(), ID);
        vm.assertEq(chargedOf(subscription), 2);
    }
}
