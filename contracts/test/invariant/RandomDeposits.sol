// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit} from "../../src/Deposit.sol";
import {DepositFactory} from "../../src/DepositFactory.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {vm} from "../support/Vm.sol";

/// @notice Pays and sweeps the deposits of two receivers at random, who have the same ids, and tries what strangers
/// might. A sweep must empty its deposit; whoever sweeps gains nothing.
contract RandomDeposits {
    uint256 public constant RECEIVERS = 2;
    uint256 public constant IDS = 3;
    address private constant NATIVE_COIN = address(0);

    DepositFactory public immutable factory;
    DemoToken public immutable token;
    uint256[RECEIVERS] public paidTo;
    uint256[RECEIVERS] public coinPaidTo;

    constructor(DepositFactory factory_, DemoToken token_) {
        factory = factory_;
        token = token_;
    }

    function receiver(uint256 index) public pure returns (address) {
        return address(uint160(0xBBB1 + index % RECEIVERS));
    }

    function depositOf(uint256 receiverIndex, uint256 idIndex) public view returns (address) {
        return factory.predict(receiver(receiverIndex), _id(idIndex));
    }

    // ---- paying

    function pay(uint256 to, uint256 id, uint128 amount) external {
        token.mint(depositOf(to, id), amount);
        paidTo[to % RECEIVERS] += amount;
    }

    function payCoin(uint256 to, uint256 id, uint128 amount) external {
        vm.deal(address(this), amount);
        (bool succeeded,) = depositOf(to, id).call{value: amount}("");
        vm.assertTrue(succeeded, "a deposit takes coin, deployed or not");
        coinPaidTo[to % RECEIVERS] += amount;
    }

    // ---- sweeping

    function sweep(address by, uint256 to, uint256 id, bool ofCoin) external {
        address deposit = depositOf(to, id);
        uint256 held = _heldBy(deposit, ofCoin);
        vm.prank(by);
        vm.assertEq(factory.sweep(receiver(to), _id(id), _token(ofCoin)), held, "everything that was held");
        vm.assertEq(_heldBy(deposit, ofCoin), 0, "a swept deposit is empty");
        vm.assertTrue(held == 0 || deposit.code.length != 0, "a sweep deploys");
    }

    function sweepAllAmongJunkAndTwice(uint256 to, bytes32 junk, bool ofCoin) external {
        bytes32[] memory ids = new bytes32[](2 * IDS + 1);
        for (uint256 i = 0; i < IDS; ++i) {
            (ids[i], ids[IDS + 1 + i]) = (_id(i), _id(i));
        }
        ids[IDS] = junk;
        vm.assertEq(factory.sweepMany(receiver(to), _token(ofCoin), ids), ids.length);
        for (uint256 i = 0; i < IDS; ++i) {
            vm.assertEq(_heldBy(depositOf(to, i), ofCoin), 0, "a swept deposit is empty");
        }
    }

    // ---- what strangers try

    function strangerNamesItself(address stranger, uint256 id, bool ofCoin) external {
        if (_isReceiver(stranger)) return;
        vm.prank(stranger);
        vm.assertEq(factory.sweep(stranger, _id(id), _token(ofCoin)), 0, "swept to a stranger");
    }

    function strangerCallsTheDeposit(address stranger, uint256 to, uint256 id, bool ofCoin) external {
        address deposit = depositOf(to, id);
        if (deposit.code.length == 0 || stranger == address(factory)) return;
        uint256 held = _heldBy(deposit, ofCoin);
        vm.prank(stranger);
        try Deposit(payable(deposit)).pay(_token(ofCoin), stranger, held) {
            vm.assertTrue(false, "a deposit obeyed a stranger");
        } catch {}
    }

    function _isReceiver(address who) private pure returns (bool) {
        return who == receiver(0) || who == receiver(1);
    }

    function _heldBy(address deposit, bool ofCoin) private view returns (uint256) {
        return ofCoin ? deposit.balance : token.balanceOf(deposit);
    }

    function _token(bool ofCoin) private view returns (address) {
        return ofCoin ? NATIVE_COIN : address(token);
    }

    function _id(uint256 index) private pure returns (bytes32) {
        return bytes32(index % IDS);
    }
}
