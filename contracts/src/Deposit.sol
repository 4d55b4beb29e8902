// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";

/// @title The address that one payment is paid to
/// @notice Passes on what it holds, to where the factory says; the factory only ever names the receiver that the
/// address commits to. It has no owner and no storage, and it needs no gas of its own.
/// @dev Runs behind EIP-1167 clones. Money may arrive before a clone is deployed, and after.
contract Deposit {
    using SafeERC20 for IERC20;

    /// @notice The only caller of `pay`.
    address public immutable factory;

    /// @notice The call is reserved to the factory, which knows the receiver.
    error NotFactory(address caller);

    constructor(address factory_) {
        factory = factory_;
    }

    /// @notice Takes the native coin, as it does before it is deployed.
    receive() external payable {}

    /// @notice Moves `amount` of `token` (zero: the native coin) to `receiver`.
    /// @return paid Whether it moved; what a token or a receiver answers beyond that is never copied.
    function pay(address token, address receiver, uint256 amount) external returns (bool paid) {
        if (msg.sender != factory) revert NotFactory(msg.sender);
        if (token == address(0)) return LowLevelCall.callNoReturn(receiver, amount, "");
        return IERC20(token).trySafeTransfer(receiver, amount);
    }
}
