// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice An honest but expensive token: a transfer uses this much gas, and succeeds if it gets it. Everybody holds 1.
contract HungryToken {
    uint256 private immutable _gasOfTransfer;

    constructor(uint256 gasOfTransfer) {
        _gasOfTransfer = gasOfTransfer;
    }

    function transfer(address, uint256) external view returns (bool) {
        return _move();
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return _move();
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }

    function _move() private view returns (bool) {
        uint256 gasAtStart = gasleft();
        while (gasAtStart - gasleft() < _gasOfTransfer) {}
        return true;
    }
}
