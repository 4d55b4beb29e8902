// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GasBurningToken} from "./GasBurningToken.sol";

/// @notice Everybody holds 1; moving it uses up all gas.
contract BurningTransferToken is GasBurningToken {
    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }
}
