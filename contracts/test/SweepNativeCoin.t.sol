// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositFactory} from "../src/DepositFactory.sol";
import {BombingReceiver} from "./hostile/BombingReceiver.sol";
import {BurningReceiver} from "./hostile/BurningReceiver.sol";
import {ReentrantReceiver} from "./hostile/ReentrantReceiver.sol";
import {RefusingReceiver} from "./hostile/RefusingReceiver.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {vm} from "./support/Vm.sol";

contract SweepNativeCoinTest is DepositTest {
    uint256 private constant COIN = 1 ether;

    function test_theCoinGoesToTheReceiver() public {
        payCoin(depositOf(ID), COIN);
        vm.expectEmit(address(factory));
        emit DepositFactory.Swept(depositOf(ID), NATIVE_COIN, RECEIVER, COIN);
        vm.assertEq(sweep(ID, NATIVE_COIN), COIN);
        vm.assertEq(RECEIVER.balance, COIN);
        vm.assertEq(depositOf(ID).balance, 0);
    }

    function test_aDeployedDepositStillTakesCoin() public {
        pay(ID, AMOUNT);
        sweep(ID);
        payCoin(depositOf(ID), COIN);
        vm.assertEq(sweep(ID, NATIVE_COIN), COIN);
        payCoin(depositOf(ID), 2 * COIN);
        vm.assertEq(sweep(ID, NATIVE_COIN), 2 * COIN);
        vm.assertEq(RECEIVER.balance, 3 * COIN);
    }

    function test_sweepingATokenLeavesTheCoin() public {
        payCoin(depositOf(ID), COIN);
        pay(ID, AMOUNT);
        sweep(ID);
        vm.assertEq(depositOf(ID).balance, COIN);
    }

    function test_aDepositWithoutCoinIsLeftAlone() public {
        vm.assertEq(sweep(ID, NATIVE_COIN), 0);
        vm.assertEq(depositOf(ID).code.length, 0);
    }

    function test_whatTheReceiverRefusesWaits() public {
        RefusingReceiver receiver = new RefusingReceiver();
        address deposit = factory.predict(address(receiver), ID);
        payCoin(deposit, COIN);
        expectTransferFailed(NATIVE_COIN);
        factory.sweep(address(receiver), ID, NATIVE_COIN);
        vm.assertEq(deposit.balance, COIN);

        receiver.accept();
        vm.assertEq(factory.sweep(address(receiver), ID, NATIVE_COIN), COIN);
        vm.assertEq(address(receiver).balance, COIN);
    }

    function test_aReceiverThatReentersIsPaidOnce() public {
        ReentrantReceiver receiver = new ReentrantReceiver(factory, ID);
        address deposit = factory.predict(address(receiver), ID);
        payCoin(deposit, COIN);
        vm.assertEq(factory.sweep(address(receiver), ID, NATIVE_COIN), COIN);
        vm.assertEq(address(receiver).balance, COIN);
        vm.assertEq(receiver.sweptWithin(), 0);
    }

    function test_burningAndBombingReceiversCostTheirCapAndNoMore() public {
        bytes32[] memory ids = unpaidBatch(3);
        address[2] memory receivers = [address(new BurningReceiver()), address(new BombingReceiver())];
        for (uint256 i = 0; i < receivers.length; ++i) {
            for (uint256 j = 0; j < ids.length; ++j) {
                payCoin(factory.predict(receivers[i], ids[j]), COIN);
            }
            uint256 gasBefore = gasleft();
            vm.assertEq(factory.sweepMany(receivers[i], NATIVE_COIN, ids), ids.length);
            vm.assertLe(gasBefore - gasleft(), ids.length * (factory.GAS_PER_SWEEP() + 30_000), "costs its cap");
        }
    }
}
