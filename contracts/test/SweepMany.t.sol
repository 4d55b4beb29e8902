// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Batch} from "../src/Batch.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {BlockingToken} from "./hostile/BlockingToken.sol";
import {HungryBalanceToken} from "./hostile/HungryBalanceToken.sol";
import {HungryToken} from "./hostile/HungryToken.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {vm} from "./support/Vm.sol";

contract SweepManyTest is DepositTest {
    function test_sweepsEachThatWasPaid() public {
        bytes32[] memory ids = paidBatch(5);
        vm.recordLogs();
        vm.assertEq(sweepAll(ids), 5);
        Outcome[] memory outcomes = recordedOutcomes();
        vm.assertEq(outcomes.length, 5);
        for (uint256 i = 0; i < 5; ++i) {
            assertSwept(outcomes[i], ids[i], AMOUNT);
        }
        vm.assertEq(received(), 5 * AMOUNT);
    }

    function test_anEmptyBatchDoesNothing() public {
        vm.assertEq(sweepAll(new bytes32[](0)), 0);
    }

    function test_emptyDepositsAreSkippedAndNotDeployed() public {
        bytes32[] memory ids = unpaidBatch(20);
        vm.recordLogs();
        vm.assertEq(sweepAll(ids), 20);
        vm.assertEq(recordedOutcomes().length, 0);
        for (uint256 i = 0; i < ids.length; ++i) {
            vm.assertEq(depositOf(ids[i]).code.length, 0);
        }
    }

    function test_theUnpaidStopNobody() public {
        pay("first", 1);
        pay("last", 2);
        bytes32[] memory ids = unpaidBatch(4);
        (ids[0], ids[3]) = ("first", "last");
        vm.assertEq(sweepAll(ids), 4);
        vm.assertEq(received(), 3);
    }

    function test_aFailureIsOneFailureAndLeavesNothingDeployed() public {
        BlockingToken blocking = new BlockingToken();
        bytes32[] memory ids = unpaidBatch(3);
        for (uint256 i = 0; i < 3; ++i) {
            blocking.mint(depositOf(ids[i]), AMOUNT);
        }
        blocking.block_(depositOf(ids[1]), true);
        vm.recordLogs();
        vm.assertEq(sweepAll(ids, address(blocking)), 3);
        Outcome[] memory outcomes = recordedOutcomes();
        assertSwept(outcomes[0], ids[0], AMOUNT);
        vm.assertEq(outcomes[1].deposit, depositOf(ids[1]));
        assertReason(outcomes[1], DepositFactory.TransferFailed.selector);
        assertSwept(outcomes[2], ids[2], AMOUNT);
        vm.assertEq(depositOf(ids[1]).code.length, 0);
        vm.assertEq(blocking.balanceOf(RECEIVER), 2 * AMOUNT);
    }

    function test_theFactoryTellsWhichTokenFailed() public {
        vm.expectEmit(address(factory));
        emit DepositFactory.SweepFailed(depositOf(ID), STRANGER, DepositFactory.NoBalance.selector);
        sweepAll(listOf(ID), STRANGER);
    }

    function testFuzz_aDuplicateIsSweptOnce(uint8 copies) public {
        pay(ID, AMOUNT);
        bytes32[] memory ids = new bytes32[](2 + copies % 8);
        for (uint256 i = 0; i < ids.length; ++i) {
            ids[i] = ID;
        }
        vm.recordLogs();
        vm.assertEq(sweepAll(ids), ids.length);
        vm.assertEq(recordedOutcomes().length, 1);
        vm.assertEq(received(), AMOUNT);
    }

    function test_theCoinIsSweptInBatchesToo() public {
        bytes32[] memory ids = unpaidBatch(3);
        for (uint256 i = 0; i < 3; ++i) {
            payCoin(depositOf(ids[i]), 1 ether);
        }
        vm.assertEq(sweepAll(ids, NATIVE_COIN), 3);
        vm.assertEq(RECEIVER.balance, 3 ether);
    }

    /// @dev Whatever gas is given: what was processed was swept, the rest was not touched, nothing failed.
    function testFuzz_lowGasStopsABatchAndFailsNobody(uint256 gasLimit) public {
        bytes32[] memory ids = paidBatch(4);
        gasLimit = 30_000 + gasLimit % 700_000;
        vm.recordLogs();
        uint256 processed = factory.sweepMany{gas: gasLimit}(RECEIVER, address(token), ids);
        vm.assertEq(received(), processed * AMOUNT);
        Outcome[] memory outcomes = recordedOutcomes();
        vm.assertEq(outcomes.length, processed);
        for (uint256 i = 0; i < processed; ++i) {
            assertSwept(outcomes[i], ids[i], AMOUNT);
        }
    }

    function test_aBatchContinuesWhereItStopped() public {
        bytes32[] memory ids = paidBatch(8);
        uint256 processed = factory.sweepMany{gas: 450_000}(RECEIVER, address(token), ids);
        vm.assertTrue(0 < processed && processed < 8, "stops in the middle");
        vm.assertEq(sweepAll(ids), 8);
        vm.assertEq(received(), 8 * AMOUNT);
    }

    /// @dev A sweep that needs nearly all the gas that it may have is the first to suffer if a batch passes on less.
    function testFuzz_whatSucceedsWithMuchGasDoesNotFailWithLittle(uint256 gasOfTransfer, uint256 gasLimit) public {
        gasOfTransfer = factory.GAS_PER_SWEEP() - 80_000 + gasOfTransfer % 40_000;
        address hungry = address(new HungryToken(gasOfTransfer));
        gasLimit = factory.GAS_PER_SWEEP() + gasLimit % 40_000;
        vm.recordLogs();
        sweepAll(listOf("much"), hungry);
        uint256 processed = factory.sweepMany{gas: gasLimit}(RECEIVER, hungry, listOf("less"));
        Outcome[] memory outcomes = recordedOutcomes();
        if (processed == 1) assertReason(outcomes[1], outcomes[0].reason);
    }

    function test_aReasonIsNeverZero() public {
        address hungry = address(new HungryBalanceToken(factory.GAS_PER_SWEEP() - 30_000));
        vm.recordLogs();
        sweepAll(listOf(ID), hungry);
        assertReason(recordedOutcomes()[0], Batch.NoAnswer.selector);
        vm.assertEq(sweep(ID, hungry), 1);
    }
}
