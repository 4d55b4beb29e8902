// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What every batch promises: an item that fails says why, and a batch short of gas stops instead of starving
/// an item and calling it failed.
abstract contract Batch {
    /// @dev What a batch needs beside the gas it passes on, to call and to tell the outcome.
    uint256 private constant GAS_AROUND_CALL = 20_000;

    /// @notice Reason of an item that failed without saying why: not one of ours, or out of gas.
    error NoAnswer();

    /// @dev A call passes on at most 63/64 of the gas (EIP-150).
    function _hasGasFor(uint256 callGas) internal view returns (bool) {
        return gasleft() > callGas * 64 / 63 + GAS_AROUND_CALL;
    }

    /// @dev The selector that an item failed with, or that of `NoAnswer`, so that a reason is never zero.
    function _reasonIn(bytes4 selector) internal pure returns (bytes4) {
        return selector == 0 ? NoAnswer.selector : selector;
    }
}
