// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../../src/Subscription.sol";

/// @notice A token that calls its payer before it moves, as those of ERC-777 do.
contract HookToken {
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (from.code.length != 0) HookedPayer(from).hook(Subscription(msg.sender));
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// @notice A payer who does something of its own in the middle of a charge.
contract HookedPayer {
    enum Act {
        Nothing,
        Freeze,
        Cancel,
        BurnOutsidePreviews
    }

    Act private _act;

    function willDo(Act act) external {
        _act = act;
    }

    function hook(Subscription subscription) external {
        if (_act == Act.Freeze) subscription.freeze();
        if (_act == Act.Cancel) subscription.cancel();
        // An `eth_call` has no base fee, a block has one.
        if (_act == Act.BurnOutsidePreviews && block.basefee != 0) _burn();
    }

    function _burn() private view {
        uint256 turns;
        while (gasleft() > 1000) ++turns;
    }
}
