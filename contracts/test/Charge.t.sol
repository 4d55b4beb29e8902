// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionErrors} from "../src/SubscriptionErrors.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {Terms} from "../src/Terms.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract ChargeTest is SubscriptionTest {
    // Proves S1-14, S1-16, S4.3-5.
    function test_aDueChargeMovesExactlyTheAmountFromPayerToMerchant() public {
        Subscription subscription = activeMonthly();
        uint256 payerBefore = token.balanceOf(PAYER);
        uint256 merchantBefore = received();
        pass(PERIOD);
        charge(subscription);
        vm.assertEq(token.balanceOf(PAYER), payerBefore - AMOUNT);
        vm.assertEq(received(), merchantBefore + AMOUNT);
        vm.assertEq(token.balanceOf(address(subscription)), 0);
    }

    // Proves S2.2-11.
    function test_theFactoryTellsPeriodAndNextDue() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Charged(address(subscription), 2, uint40(START + 2 * PERIOD));
        charge(subscription);
    }

    function test_anyoneMayMakeADueCharge() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD);
        vm.prank(STRANGER);
        factory.charge(address(subscription));
        vm.assertEq(chargedOf(subscription), 2);
    }

    function test_nobodyChargesPastTheFactory() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD);
        address[4] memory callers = [PAYER, MERCHANT, OPERATOR, STRANGER];
        for (uint256 i = 0; i < callers.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(SubscriptionErrors.NotFactory.selector, callers[i]));
            vm.prank(callers[i]);
            subscription.charge();
        }
    }

    // Proves S2.2-11, P4.
    function testFuzz_nothingIsChargedBeforeItIsDue(uint256 early) public {
        Subscription subscription = activeMonthly();
        early = 1 + early % PERIOD;
        vm.warp(START + PERIOD - early);
        expectNotDue(START + PERIOD);
        charge(subscription);
    }

    // Proves P3.
    function test_aPeriodIsChargedOnce() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD);
        charge(subscription);
        expectNotDue(START + 2 * PERIOD);
        charge(subscription);
    }

    // Proves S2.3-14, P5.
    function test_afterTheLastPeriodNothingIsEverChargedAgain() public {
        Subscription subscription = activeMonthly();
        for (uint256 i = 1; i < MAX_PERIODS; ++i) {
            pass(PERIOD);
            charge(subscription);
        }
        vm.assertEq(received(), uint256(AMOUNT) * MAX_PERIODS);
        setAllowance(address(subscription), type(uint256).max);
        pass(PERIOD);
        expectAllCharged();
        charge(subscription);
    }

    function test_aFailedTransferCountsAsNothing() public {
        Subscription subscription = activeMonthly();
        setAllowance(address(subscription), AMOUNT - 1);
        pass(PERIOD);
        expectTransferFailed(address(token));
        charge(subscription);
        vm.assertEq(chargedOf(subscription), 1);
        vm.assertEq(nextDueOf(subscription), START + PERIOD);

        setAllowance(address(subscription), AMOUNT);
        charge(subscription);
        vm.assertEq(chargedOf(subscription), 2);
    }

    function test_aPayerWithoutFundsIsNotCharged() public {
        Subscription subscription = activeMonthly();
        uint256 balance = token.balanceOf(PAYER);
        vm.prank(PAYER);
        token.transfer(STRANGER, balance);
        pass(PERIOD);
        expectTransferFailed(address(token));
        charge(subscription);
    }

    function test_anAddressWithoutContractIsNamed() public {
        address nothing = factory.predict(monthly(), "never deployed");
        vm.expectRevert(abi.encodeWithSelector(SubscriptionFactory.NotDeployed.selector, nothing));
        factory.charge(nothing);
    }

    function test_theBareImplementationCannotBeCharged() public {
        address implementation = factory.implementation();
        vm.expectRevert();
        factory.charge(implementation);
    }

    // Proves S1-15, P5.
    function testFuzz_theAllowanceIsTheLimitHoweverOftenAnyoneTries(uint8 tries) public {
        Terms memory terms = monthly();
        terms.maxPeriods = type(uint16).max;
        Subscription subscription = activate(terms, ID);
        setAllowance(address(subscription), 3 * uint256(AMOUNT));
        for (uint256 i = 0; i < tries % 12; ++i) {
            pass(PERIOD / 5);
            try factory.charge(address(subscription)) {} catch {}
        }
        vm.assertLe(received(), 4 * uint256(AMOUNT), "first charge and three allowed ones");
    }
}
