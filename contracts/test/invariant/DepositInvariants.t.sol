// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositTest} from "../support/DepositTest.sol";
import {vm} from "../support/Vm.sol";
import {RandomDeposits} from "./RandomDeposits.sol";

/// @notice What holds of deposits whatever anyone does, in whatever order: what was paid for a receiver is with the
/// receiver or in its deposits, and nowhere else.
contract DepositInvariantsTest is DepositTest {
    RandomDeposits private deposits;
    address[] private targets;

    function setUp() public override {
        super.setUp();
        deposits = new RandomDeposits(factory, token);
        targets.push(address(deposits));
    }

    /// @dev forge asks this which contracts to call at random.
    function targetContracts() public view returns (address[] memory) {
        return targets;
    }

    /// @dev One campaign for all: forge would give each of several the same random actions.
    function invariant_whatWasPaidIsWithTheReceiverOrWaitsForIt() public view {
        uint256 paid;
        uint256 paidInCoin;
        for (uint256 i = 0; i < deposits.RECEIVERS(); ++i) {
            address receiver = deposits.receiver(i);
            vm.assertEq(token.balanceOf(receiver) + waitingFor(i), deposits.paidTo(i), "tokens of a receiver");
            vm.assertEq(receiver.balance + coinWaitingFor(i), deposits.coinPaidTo(i), "coin of a receiver");
            paid += deposits.paidTo(i);
            paidInCoin += deposits.coinPaidTo(i);
        }
        vm.assertEq(token.totalSupply(), paid, "tokens somewhere else");
        vm.assertEq(address(factory).balance + factory.implementation().balance, 0, "the factory keeps nothing");
    }

    /// @dev Random actions that never get anywhere would make every invariant true.
    function test_moneyGetsThroughRandomDeposits() public {
        deposits.pay(0, 0, 5);
        deposits.payCoin(0, 0, 6);
        deposits.sweep(STRANGER, 0, 0, false);
        deposits.sweep(STRANGER, 0, 0, true);
        deposits.pay(1, 1, 7);
        deposits.pay(0, 0, 8);
        deposits.sweepAllAmongJunkAndTwice(1, "junk", false);
        vm.assertEq(token.balanceOf(deposits.receiver(0)), 5);
        vm.assertEq(deposits.receiver(0).balance, 6);
        vm.assertEq(token.balanceOf(deposits.receiver(1)), 7);
        vm.assertEq(waitingFor(0), 8);
    }

    function waitingFor(uint256 receiver) private view returns (uint256 sum) {
        for (uint256 i = 0; i < deposits.IDS(); ++i) {
            sum += token.balanceOf(deposits.depositOf(receiver, i));
        }
    }

    function coinWaitingFor(uint256 receiver) private view returns (uint256 sum) {
        for (uint256 i = 0; i < deposits.IDS(); ++i) {
            sum += deposits.depositOf(receiver, i).balance;
        }
    }
}
