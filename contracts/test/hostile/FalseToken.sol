// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Moves nothing and says so without reverting. Everybody holds 1.
contract FalseToken {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}
