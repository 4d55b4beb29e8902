// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Reverts with as many bytes as it can, in the hope that the caller pays for copying them.
contract ReturnBombToken {
    uint256 private constant BOMB_BYTES = 100_000;

    fallback() external {
        assembly {
            revert(0, BOMB_BYTES)
        }
    }
}
