// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {Terms} from "../src/Terms.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract ScheduleTest is SubscriptionTest {
    // Proves S2.2-11.
    function testFuzz_aChargeWithinTheGraceKeepsTheGrid(uint256 late) public {
        Subscription subscription = activeMonthly();
        pass(PERIOD + late % (GRACE + 1));
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), START + 2 * PERIOD);
    }

    function testFuzz_aFirstChargeWithinTheToleranceKeepsTheStart(uint256 late) public {
        pass(late % (TOLERANCE + 1));
        vm.assertEq(nextDueOf(activeMonthly()), START + PERIOD);
    }

    /// @dev Nothing was given before it.
    function testFuzz_aLaterFirstChargeStartsTheGrid(uint256 late) public {
        pass(TOLERANCE + 1 + late % (ACTIVATE_UNTIL - START - TOLERANCE));
        vm.assertEq(nextDueOf(activeMonthly()), timeNow() + PERIOD);
    }

    function test_theToleranceOfAFirstChargeEndsOnItsLastSecond() public {
        approve(monthly(), "in time");
        approve(monthly(), "too late");
        pass(TOLERANCE);
        Subscription inTime = Subscription(factory.activate(monthly(), "in time"));
        vm.assertEq(nextDueOf(inTime), START + PERIOD);
        pass(1);
        Subscription tooLate = Subscription(factory.activate(monthly(), "too late"));
        vm.assertEq(nextDueOf(tooLate), timeNow() + PERIOD);
    }

    function test_aShortPeriodIsToleratedAQuarterLate() public {
        Terms memory daily = monthly();
        (daily.periodDays, daily.graceDays) = (1, 0);
        Subscription subscription = activate(daily, ID);
        pass(1 days + 6 hours);
        charge(subscription);
        vm.assertEq(nextDueOf(subscription), START + 2 days);
        vm.warp(START + 2 days + 6 hours + 1);
        expectLapsed(START + 2 days + 6 hours);
        charge(subscription);
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

    /// @dev However late each charge is, there are never more than the periods that have begun, and two are never
    /// closer than a period less the grace.
    // Proves P4.
    function testFuzz_chargesAreNeverMoreThanPeriodsBegun(uint32[8] memory delays, uint16 periodDays, uint16 grace)
        public
    {
        Terms memory terms = monthly();
        terms.periodDays = 2 + periodDays % 364;
        terms.graceDays = 1 + grace % (terms.periodDays - 1);
        (uint256 period, uint256 late) = (uint256(terms.periodDays) * 1 days, uint256(terms.graceDays) * 1 days);
        Subscription subscription = activate(terms, ID);
        uint256 last = START;
        for (uint256 i = 0; i < delays.length; ++i) {
            vm.warp(nextDueOf(subscription) + delays[i] % (late + 1));
            charge(subscription);
            vm.assertGe(timeNow() - last, period - late, "too close");
            vm.assertLe(chargedOf(subscription), 1 + (timeNow() - START) / period, "more than periods begun");
            expectNotDue(START + (i + 2) * period);
            charge(subscription);
            last = timeNow();
        }
    }

    /// @dev A payer who pays as late as the grace lets, each time, has it once and not in each period.
    function test_theGraceIsNotFreeInEachPeriod() public {
        Subscription subscription = activeMonthly();
        for (uint256 i = 1; i < MAX_PERIODS; ++i) {
            vm.warp(nextDueOf(subscription) + GRACE);
            charge(subscription);
        }
        vm.assertEq(timeNow(), START + (MAX_PERIODS - 1) * PERIOD + GRACE);
        vm.assertEq(nextDueOf(subscription), START + MAX_PERIODS * PERIOD);
    }
}
