// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReturnBombToken} from "./ReturnBombToken.sol";

/// @notice Everybody holds 1; moving it reverts with as many bytes as possible.
contract BombingTransferToken is ReturnBombToken {
    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }
}
