// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SubscriptionTest} from "../support/SubscriptionTest.sol";
import {vm} from "../support/Vm.sol";
import {FROZEN_BY_PAYER, Life} from "./Life.sol";
import {RandomLives} from "./RandomLives.sol";

/// @notice What holds whatever anyone does, in whatever order. RandomLives asserts the rules of each single charge and
/// stop as it goes; here is what holds between actions.
contract InvariantsTest is SubscriptionTest {
    RandomLives private lives;
    address[] private targets;

    function setUp() public override {
        super.setUp();
        lives = new RandomLives(factory, token);
        targets.push(address(lives));
    }

    /// @dev forge asks this which contracts to call at random.
    function targetContracts() public view returns (address[] memory) {
        return targets;
    }

    /// @dev One campaign for all: forge would give each of several the same random actions.
    // Proves P3, P5.
    function invariant_moneyAndStateAreWhatShouldHaveHappened() public view {
        assertTheMerchantHasTheChargesAndNothingElse();
        assertNoTokenStaysInAContract();
        assertTheContractsStateIsTheExpectedOne();
        assertNobodyIsServedLongerThanPaidForAndOneGrace();
    }

    /// @dev Random actions that never get anywhere would make every invariant true.
    function test_aLifeCanBeLivedToItsEnd() public {
        lives.activateAll();
        for (uint256 i = 1; i < 6; ++i) {
            lives.chargeAtTheEdge(0, 1);
        }
        vm.assertEq(lives.life(0).charges, 6);
        lives.passDays(2);
        lives.activateAll();
        lives.freeze(1, true);
        lives.freeze(1, false);
        vm.assertEq(lives.life(1).flags, FROZEN_BY_PAYER);
        lives.passDays(40);
        lives.unfreeze(1, false);
        lives.chargeAtTheEdge(1, 3);
        vm.assertEq(lives.life(1).charges, 2);
        lives.chargeAtTheEdge(1, 4);
        vm.assertEq(lives.life(1).charges, 2);
        lives.cancel(2, 0);
        lives.chargeAtTheEdge(2, 1);
        vm.assertEq(lives.life(2).charges, 1);
    }

    function assertTheMerchantHasTheChargesAndNothingElse() private view {
        uint256 charged;
        for (uint256 i = 0; i < lives.COUNT(); ++i) {
            Life memory life = lives.life(i);
            charged += life.charges * life.terms.amount;
            vm.assertLe(life.charges, life.terms.maxPeriods, "more charges than agreed");
            vm.assertEq(token.balanceOf(life.terms.payer), life.balance, "a payer's balance");
        }
        vm.assertEq(token.balanceOf(lives.MERCHANT()), charged);
    }

    function assertNoTokenStaysInAContract() private view {
        vm.assertEq(token.balanceOf(address(factory)), 0);
        vm.assertEq(token.balanceOf(lives.OPERATOR()), 0);
        for (uint256 i = 0; i < lives.COUNT(); ++i) {
            vm.assertEq(token.balanceOf(address(lives.life(i).subscription)), 0);
        }
    }

    function assertNobodyIsServedLongerThanPaidForAndOneGrace() private view {
        for (uint256 i = 0; i < lives.COUNT(); ++i) {
            Life memory life = lives.life(i);
            uint256 period = uint256(life.terms.periodDays) * 1 days;
            uint256 grace = uint256(life.terms.graceDays) * 1 days;
            uint256 tolerance = period < 4 days ? period / 4 : 1 days;
            uint256 paidFor = life.charges * period;
            vm.assertLe(life.served, paidFor + (grace < tolerance ? tolerance : grace), "served without being paid");
        }
    }

    function assertTheContractsStateIsTheExpectedOne() private view {
        for (uint256 i = 0; i < lives.COUNT(); ++i) {
            Life memory life = lives.life(i);
            if (address(life.subscription).code.length == 0) continue;
            (uint40 nextDue, uint16 charged, uint8 flags) = life.subscription.state();
            vm.assertEq(nextDue, life.due, "due");
            vm.assertEq(charged, life.charges, "charges");
            vm.assertEq(flags, life.flags, "flags");
            vm.assertEq(life.subscription.operatorUntil(), life.lastUndo, "until when the operator may undo");
        }
    }
}
