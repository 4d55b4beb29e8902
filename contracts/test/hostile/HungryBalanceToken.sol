// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Everybody holds 1, and it takes this much gas to say so.
contract HungryBalanceToken {
    uint256 private immutable _gasOfBalance;

    constructor(uint256 gasOfBalance) {
        _gasOfBalance = gasOfBalance;
    }

    function balanceOf(address) external view returns (uint256) {
        uint256 gasAtStart = gasleft();
        while (gasAtStart - gasleft() < _gasOfBalance) {}
        return 1;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }
}
