// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Keeps a tenth of every transfer for itself.
contract FeeToken is ERC20("Fee", "FEE") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        bool isMoved = from != address(0) && to != address(0);
        uint256 fee = isMoved ? amount / 10 : 0;
        super._update(from, address(this), fee);
        super._update(from, to, amount - fee);
    }
}
