// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {Terms} from "../src/Terms.sol";
import {TermsRules} from "../src/TermsRules.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {Vm, vm} from "./support/Vm.sol";

contract DeployTest is SubscriptionTest {
    function test_theFactoryTellsAddressAndId() public {
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Deployed(factory.predict(monthly(), ID), ID);
        factory.deploy(monthly(), ID);
    }

    function test_deployingTwiceIsHarmlessAndSilent() public {
        vm.prank(STRANGER);
        address first = factory.deploy(monthly(), ID);
        vm.recordLogs();
        vm.assertEq(factory.deploy(monthly(), ID), first);
        vm.assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_deployingTwiceKeepsTheState() public {
        Subscription subscription = activeMonthly();
        factory.deploy(monthly(), ID);
        vm.assertEq(chargedOf(subscription), 1);
    }

    function test_deployingMovesNoMoney() public {
        approve(monthly(), ID);
        factory.deploy(monthly(), ID);
        vm.assertEq(received(), 0);
    }

    function testFuzz_theTermsCanBeReadBackUnchanged(Terms memory terms, bytes32 id) public {
        terms.token = address(token);
        terms.periodDays = 1 + terms.periodDays % 365;
        vm.assume(terms.merchant != address(0) && terms.payer != address(0) && terms.merchant != terms.payer);
        vm.assume(terms.amount != 0 && terms.maxPeriods != 0);
        terms.graceDays %= terms.periodDays;
        terms.start %= type(uint40).max - 365 days;
        terms.activateUntil = terms.start + terms.activateUntil % (365 days + 1);
        Subscription subscription = Subscription(factory.deploy(terms, id));
        vm.assertEq(abi.encode(subscription.terms()), abi.encode(terms));
    }

    function test_aTokenNeedsCode() public {
        Terms memory terms = monthly();
        terms.token = STRANGER;
        expectRefused(terms, abi.encodeWithSelector(TermsRules.TokenWithoutCode.selector, STRANGER));
    }

    function test_merchantAndPayerAreTwoKnownParties() public {
        expectPartiesRefused(address(0), PAYER);
        expectPartiesRefused(MERCHANT, address(0));
        expectPartiesRefused(PAYER, PAYER);
    }

    function test_anAmountOfNothingIsRefused() public {
        Terms memory terms = monthly();
        terms.amount = 0;
        expectRefused(terms, abi.encodeWithSelector(TermsRules.ZeroAmount.selector));
    }

    // Proves S2.2-9.
    function test_aPeriodIsOneTo365Days() public {
        expectPeriodRefused(0);
        expectPeriodRefused(366);
        expectPeriodRefused(type(uint16).max);
        Terms memory terms = monthly();
        (terms.periodDays, terms.graceDays) = (1, 0);
        factory.deploy(terms, ID);
        terms.periodDays = 365;
        factory.deploy(terms, ID);
    }

    function test_atLeastOneChargeIsAgreedOn() public {
        Terms memory terms = monthly();
        terms.maxPeriods = 0;
        expectRefused(terms, abi.encodeWithSelector(TermsRules.ZeroPeriods.selector));
    }

    // Proves S2.2-12.
    function test_aGraceIsShorterThanThePeriod() public {
        Terms memory terms = monthly();
        terms.graceDays = 29;
        factory.deploy(terms, ID);
        terms.graceDays = 30;
        expectRefused(terms, abi.encodeWithSelector(TermsRules.InvalidGrace.selector, 30));
        terms.graceDays = type(uint16).max;
        expectRefused(terms, abi.encodeWithSelector(TermsRules.InvalidGrace.selector, type(uint16).max));
    }

    function test_theFirstChargeIsAgreedForAYearAfterTheStartAtMost() public {
        Terms memory terms = monthly();
        terms.activateUntil = START;
        factory.deploy(terms, ID);
        terms.activateUntil = START + 365 days;
        factory.deploy(terms, ID);
        expectActivationRefused(START - 1);
        expectActivationRefused(START + 365 days + 1);
        expectActivationRefused(0);
        expectActivationRefused(type(uint40).max);
    }

    function test_aSubscriptionNeedsNoOperator() public {
        Terms memory terms = monthly();
        terms.operator = address(0);
        activate(terms, ID);
        vm.assertEq(received(), AMOUNT);
    }

    function expectPartiesRefused(address merchant, address payer) private {
        Terms memory terms = monthly();
        (terms.merchant, terms.payer) = (merchant, payer);
        expectRefused(terms, abi.encodeWithSelector(TermsRules.InvalidParties.selector, merchant, payer));
    }

    function expectPeriodRefused(uint16 periodDays) private {
        Terms memory terms = monthly();
        terms.periodDays = periodDays;
        expectRefused(terms, abi.encodeWithSelector(TermsRules.InvalidPeriod.selector, periodDays));
    }

    function expectActivationRefused(uint40 activateUntil) private {
        Terms memory terms = monthly();
        terms.activateUntil = activateUntil;
        expectRefused(terms, abi.encodeWithSelector(TermsRules.InvalidActivation.selector, START, activateUntil));
    }

    function expectRefused(Terms memory terms, bytes memory refusal) private {
        vm.expectRevert(refusal);
        factory.deploy(terms, ID);
    }
}
