// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Refuses its coin with as many bytes as it can, in the hope that the sender pays for copying them.
contract BombingReceiver {
    uint256 private constant BOMB_BYTES = 100_000;

    receive() external payable {
        assembly {
            revert(0, BOMB_BYTES)
        }
    }
}
