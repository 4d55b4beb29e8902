// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositFactory} from "../../src/DepositFactory.sol";

/// @notice When its coin arrives, sweeps the same deposit once more.
contract ReentrantReceiver {
    DepositFactory private immutable _factory;
    bytes32 private immutable _id;
    uint256 public sweptWithin;

    constructor(DepositFactory factory, bytes32 id) {
        _factory = factory;
        _id = id;
    }

    receive() external payable {
        sweptWithin = _factory.sweep(address(this), _id, address(0));
    }
}
