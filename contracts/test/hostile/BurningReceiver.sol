// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Uses up all gas that comes with its coin.
contract BurningReceiver {
    receive() external payable {
        for (;;) {}
    }
}
