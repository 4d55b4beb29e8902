// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositTest} from "./support/DepositTest.sol";
import {vm} from "./support/Vm.sol";

/// @notice Bounds on what a sweep costs, counted as a transaction of its own.
/// docs/gas.md has the measured figures.
contract SweepGasTest is DepositTest {
    uint256 private constant BATCH_SIZE = 100;
    uint256 private constant GAS_PER_PAYMENT_MAX = 56_000;
    uint256 private constant GAS_PER_EMPTY_DEPOSIT_MAX = 6_000;
    uint256 private constant GAS_BEFORE_CALL = 21_000;
    uint256 private constant GAS_PER_BYTE = 16;
    /// @dev What an emptied balance gives back (EIP-3529), which the gas left does not show.
    uint256 private constant REFUND = 4_800;

    bytes32[] private ids;

    /// @dev A transaction apart from the test, so that the test finds everything cold.
    function setUp() public override {
        super.setUp();
        token.mint(RECEIVER, 1);
        for (uint256 i = 0; i < BATCH_SIZE; ++i) {
            ids.push(keccak256(abi.encode(i)));
            pay(ids[i], AMOUNT);
        }
    }

    function test_aBatchOf100CostsAtMost56000PerPayment() public {
        bytes memory call_ = abi.encodeCall(factory.sweepMany, (RECEIVER, address(token), ids));
        uint256 used = gasUsedBy(call_) - BATCH_SIZE * REFUND;
        vm.assertEq(received(), 1 + BATCH_SIZE * AMOUNT);
        vm.assertLe(used / BATCH_SIZE, GAS_PER_PAYMENT_MAX, "gas per payment");
    }

    function test_anEmptyDepositCostsABatchNoMoreThanALook() public {
        uint256 used = gasUsedBy(abi.encodeCall(factory.sweepMany, (STRANGER, address(token), ids)));
        vm.assertLe(used / BATCH_SIZE, GAS_PER_EMPTY_DEPOSIT_MAX, "gas per empty deposit");
    }

    function gasUsedBy(bytes memory call_) private returns (uint256) {
        uint256 gasBefore = gasleft();
        (bool succeeded,) = address(factory).call(call_);
        uint256 used = gasBefore - gasleft();
        vm.assertTrue(succeeded, "the batch reverted");
        return GAS_BEFORE_CALL + call_.length * GAS_PER_BYTE + used;
    }
}
