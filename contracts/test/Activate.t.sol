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

    // Proves S1-15, S4.3-2.
    function test_withoutAllowanceNothingIsLeftBehind() public {
        address subscription = factory.predict(monthly(), ID);
        expectTransferFailed(address(token));
        factory.activate(monthly(), ID);
        vm.assertEq(subscription.code.length, 0);
    }

    function testFuzz_theFirstChargeMayBeMadeUntilTheLastDay(uint40 late) public {
        approve(monthly(), ID);
        late %= ACTIVATE_UNTIL - START + 1;
        vm.warp(uint256(START) + late);
        Subscription subscription = Subscription(factory.activate(monthly(), ID));
        uint256 anchor = late <= TOLERANCE ? START : timeNow();
        vm.assertEq(nextDueOf(subscription), anchor + PERIOD);
    }

    function test_theLastDayEndsOnItsLastSecond() public {
        approve(monthly(), ID);
        vm.warp(ACTIVATE_UNTIL);
        factory.activate(monthly(), ID);
        vm.assertEq(received(), AMOUNT);
    }

    function testFuzz_aForgottenDraftIsNeverCharged(uint32 later, address by) public {
        address subscription = approve(monthly(), ID);
        vm.warp(uint256(ACTIVATE_UNTIL) + 1 + later);
        expectDraftExpired();
        vm.prank(by);
        factory.activate(monthly(), ID);
        vm.assertEq(subscription.code.length, 0);
    }

    function test_aDraftThatWasDeployedInTimeIsNotChargedLaterEither() public {
        Subscription subscription = Subscription(approve(monthly(), ID));
        factory.deploy(monthly(), ID);
        vm.warp(ACTIVATE_UNTIL + 1);
        expectDraftExpired();
        charge(subscription);
        expectDraftExpired();
        factory.activate(monthly(), ID);
    }

    function test_theLastDayOfADraftSaysNothingOfLaterCharges() public {
        Subscription subscription = activeMonthly();
        for (uint256 i = 1; i < MAX_PERIODS; ++i) {
            pass(PERIOD);
            charge(subscription);
        }
        vm.assertEq(chargedOf(subscription), MAX_PERIODS);
    }

    function test_aDraftCanBeRevokedAfterItsLastDay() public {
        approve(monthly(), ID);
        vm.warp(ACTIVATE_UNTIL + 1);
        vm.prank(PAYER);
        factory.cancel(monthly(), ID);
        expectCancelled();
        factory.activate(monthly(), ID);
    }

    function test_activatingAgainMakesTheNextDueCharge() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD);
        factory.activate(monthly(), ID);
        vm.assertEq(chargedOf(subscription), 2);
    }
}
