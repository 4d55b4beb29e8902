// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {Terms} from "../src/Terms.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract ScheduleTest is SubscriptionTest {
    function testFuzz_aChargeWithinTheToleranceKeepsTheGrid(uint256 late) public {
        Subscription subscription = activeMonthly();
        pass(PERIOD + late % (TOLERANCE + 1));
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), START + 2 * PERIOD);
    }

    function testFuzz_aLaterChargeStartsANewGrid(uint256 late) public {
        Subscription subscription = activeMonthly();
        late = TOLERANCE + 1 + late % (GRACE - TOLERANCE);
        pass(PERIOD + late);
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), timeNow() + PERIOD);
    }

    function test_theToleranceEndsOnItsLastSecond() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD + TOLERANCE);
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), START + 2 * PERIOD);
        vm.warp(START + 2 * PERIOD + TOLERANCE + 1);
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), timeNow() + PERIOD);
    }

    function test_aShortPeriodIsToleratedAQuarterLate() public {
        Terms memory daily = monthly();
        daily.periodDays = 1;
        Subscription subscription = activate(daily, ID);
        pass(1 days + 6 hours);
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), START + 2 days);
        vm.warp(START + 2 days + 6 hours + 1);
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), timeNow() + 1 days);
    }

    // Proves S2.2-12.
    function test_theGraceEndsOnItsLastSecond() public {
        Subscription subscription = activeMonthly();
        pass(PERIOD + GRACE);
        charge(subscription);
        vm.assertEq(chargedOf(subscription), 2);
        vm.warp(nextDueOf(subscription) + GRACE + 1);
        expectLapsed(timeNow() - 1);
        charge(subscription);
    }

    function testFuzz_whatLapsedIsDeadForGood(uint32 later) public {
        Subscription subscription = activeMonthly();
        uint256 deadline = START + PERIOD + GRACE;
        vm.warp(deadline + 1 + later);
        setAllowance(address(subscription), type(uint256).max);
        expectLapsed(deadline);
        charge(subscription);
        expectLapsed(deadline);
        factory.activate(monthly(), ID);
    }

    function test_withoutGraceTheToleranceIsLeft() public {
        Terms memory strict = monthly();
        strict.graceDays = 0;
        Subscription subscription = activate(strict, ID);
        pass(PERIOD + TOLERANCE);
        charge(subscription);
        vm.warp(nextDueOf(subscription) + TOLERANCE + 1);
        expectLapsed(timeNow() - 1);
        charge(subscription);
    }

    // Proves P4.
    function test_aMissedPeriodIsLostNotDoubled() public {
        Terms memory patient = monthly();
        patient.graceDays = 100;
        Subscription subscription = activate(patient, ID);
        pass(3 * PERIOD);
        charge(subscription);
        expectNotDue(timeNow() + PERIOD);
        charge(subscription);
        vm.assertEq(received(), 2 * uint256(AMOUNT));
    }

    /// @dev However late each charge is, charges are never closer than a period less the tolerance, and never more
    /// than the periods that have begun.
    function testFuzz_chargesAreAPeriodApart(uint32[8] memory delays, uint16 periodDays) public {
        Terms memory terms = monthly();
        terms.periodDays = 1 + periodDays % 365;
        terms.graceDays = 365;
        uint256 period = uint256(terms.periodDays) * 1 days;
        uint256 tolerance = period / 4 < 1 days ? period / 4 : 1 days;
        Subscription subscription = activate(terms, ID);
        uint256 last = START;
        for (uint256 i = 0; i < delays.length; ++i) {
            vm.warp(nextDueOf(subscription) + delays[i] % (365 days + 1));
            charge(subscription);
            vm.assertGe(timeNow() - last, period - tolerance, "too close");
            vm.assertLe(chargedOf(subscription), 1 + (timeNow() - START) / period, "more than periods begun");
            last = timeNow();
        }
    }
}
