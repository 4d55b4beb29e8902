// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Moves nothing from an address that its issuer has blocked, and nothing to one that it has blocked for
/// receiving.
contract BlockingToken is ERC20("Blocking", "BLOCK") {
    mapping(address holder => bool) private _isBlocked;
    mapping(address holder => bool) private _isBlockedForReceiving;

    error Blocked(address holder);

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function block_(address holder, bool isBlocked) external {
        _isBlocked[holder] = isBlocked;
    }

    function blockReceiving(address holder, bool isBlocked) external {
        _isBlockedForReceiving[holder] = isBlocked;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (_isBlocked[from]) revert Blocked(from);
        if (_isBlockedForReceiving[to]) revert Blocked(to);
        super._update(from, to, amount);
    }
}
