// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Moves nothing and says so without reverting.
contract FalseToken {
    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}
