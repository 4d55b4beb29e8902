// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../../src/Subscription.sol";

/// @notice A token that is its own merchant, and cancels the subscription in the middle of a charge.
contract CancellingToken {
    function transferFrom(address, address, uint256) external returns (bool) {
        Subscription(msg.sender).cancel();
        return true;
    }
}
