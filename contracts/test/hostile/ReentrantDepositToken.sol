// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Deposit} from "../../src/Deposit.sol";
import {DepositFactory} from "../../src/DepositFactory.sol";

/// @notice Within its transfer, tries every way to have the same deposit pay once more, in itself or in a good token.
contract ReentrantDepositToken is ERC20("Reentrant", "AGAIN") {
    DepositFactory private immutable _factory;
    address private immutable _receiver;
    bytes32 private immutable _id;
    address private immutable _goodToken;
    bool public paidByItself;

    constructor(DepositFactory factory, address receiver, bytes32 id, address goodToken) {
        _factory = factory;
        _receiver = receiver;
        _id = id;
        _goodToken = goodToken;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        super.transfer(to, amount);
        bytes32[] memory same = new bytes32[](1);
        same[0] = _id;
        _factory.sweep(_receiver, _id, address(this));
        _factory.sweepMany(_receiver, address(this), same);
        _factory.sweep(_receiver, _id, _goodToken);
        try Deposit(payable(msg.sender)).pay(_goodToken, address(this), 1) {
            paidByItself = true;
        } catch {}
        return true;
    }
}
