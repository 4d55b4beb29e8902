// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Uses up all gas that it is given.
contract GasBurningToken {
    fallback() external {
        for (;;) {}
    }
}
