// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Moves nothing from an address that its issuer has blocked, and nothing to one that it has blocked for
/// receiving.
contract BlockingToken is ERC20("Blocking", "BLOCK") {
    mapping(address holder => bool) private _isBlocked;
    mapping(address holder => bool) private _isBlockedForReceiving;

    /// @notice While its issuer has paused it, it moves nothing at all.
    bool public paused;

    error Blocked(address holder);
    error IsPaused();

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function block_(address holder, bool isBlocked) external {
        _isBlocked[holder] = isBlocked;
    }

    function blockReceiving(address holder, bool isBlocked) external {
        _isBlockedForReceiving[holder] = isBlocked;
    }

    function pause(bool isPaused) external {
        paused = isPaused;
    }

    /// @notice As USDC and EURC say it.
    function isBlacklisted(address holder) external view returns (bool) {
        return _isBlocked[holder] || _isBlockedForReceiving[holder];
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (paused) revert IsPaused();
        if (_isBlocked[from]) revert Blocked(from);
        if (_isBlockedForReceiving[to]) revert Blocked(to);
        super._update(from, to, amount);
    }
}
