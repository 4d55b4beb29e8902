// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositFactory} from "../src/DepositFactory.sol";
import {DemoTether} from "../src/demo/DemoTether.sol";
import {AnsweringToken} from "./hostile/AnsweringToken.sol";
import {BombingTransferToken} from "./hostile/BombingTransferToken.sol";
import {BurningTransferToken} from "./hostile/BurningTransferToken.sol";
import {FalseToken} from "./hostile/FalseToken.sol";
import {FeeToken} from "./hostile/FeeToken.sol";
import {GasBurningToken} from "./hostile/GasBurningToken.sol";
import {ReentrantDepositToken} from "./hostile/ReentrantDepositToken.sol";
import {ReturnBombToken} from "./hostile/ReturnBombToken.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {vm} from "./support/Vm.sol";

contract SweepHostileTokensTest is DepositTest {
    function test_aTokenThatAnswersNothingIsSwept() public {
        DemoTether tether = DemoTether(deployed("DemoTether", abi.encode("Demo Tether", "DUST", uint8(6))));
        tether.mint(depositOf(ID), AMOUNT);
        vm.assertEq(sweep(ID, address(tether)), AMOUNT);
        vm.assertEq(tether.balanceOf(RECEIVER), AMOUNT);
    }

    function test_theAnswerFalseFailsTheSweep() public {
        address failing = address(new FalseToken());
        expectTransferFailed(failing);
        sweep(ID, failing);
    }

    function test_anyAnswerButTrueFailsTheSweep() public {
        address failing = address(new AnsweringToken(abi.encode(uint256(2))));
        expectTransferFailed(failing);
        sweep(ID, failing);
    }

    function test_whatTellsNoBalanceIsNoToken() public {
        address[5] memory failing = [
            STRANGER,
            address(new AnsweringToken("")),
            address(new AnsweringToken(new bytes(31))),
            address(new ReturnBombToken()),
            address(new GasBurningToken())
        ];
        for (uint256 i = 0; i < failing.length; ++i) {
            expectNoBalance(failing[i]);
            factory.sweep{gas: 2_000_000}(RECEIVER, ID, failing[i]);
        }
    }

    /// @dev Between token and receiver: the deposit is empty, and no more was said to leave it than did.
    function test_aTokenThatTakesAFeeEmptiesTheDeposit() public {
        FeeToken fee = new FeeToken();
        fee.mint(depositOf(ID), AMOUNT);
        vm.assertEq(sweep(ID, address(fee)), AMOUNT);
        vm.assertEq(fee.balanceOf(RECEIVER), AMOUNT - AMOUNT / 10);
        vm.assertEq(fee.balanceOf(depositOf(ID)), 0);
    }

    /// @dev It lies about itself only: the event names the token, and other tokens stay where they are.
    function test_aTokenThatLiesMovesNothingElse() public {
        pay(ID, AMOUNT);
        vm.assertEq(sweep(ID, address(new AnsweringToken(abi.encode(true)))), 1);
        vm.assertEq(heldBy(ID), AMOUNT);
        vm.assertEq(sweep(ID), AMOUNT);
    }

    function test_aTokenThatReentersGainsNothing() public {
        ReentrantDepositToken reentrant = new ReentrantDepositToken(factory, RECEIVER, ID, address(token));
        reentrant.mint(depositOf(ID), AMOUNT);
        pay(ID, AMOUNT);
        vm.assertEq(sweep(ID, address(reentrant)), AMOUNT);
        vm.assertEq(reentrant.balanceOf(RECEIVER), AMOUNT);
        vm.assertEq(received(), AMOUNT);
        vm.assertTrue(!reentrant.paidByItself(), "a token had a deposit pay");
    }

    function test_burnersAndBombsCostABatchTheirCapAndNoMore() public {
        address[4] memory hostile = [
            address(new GasBurningToken()),
            address(new ReturnBombToken()),
            address(new BurningTransferToken()),
            address(new BombingTransferToken())
        ];
        bytes32[] memory ids = paidBatch(3);
        for (uint256 i = 0; i < hostile.length; ++i) {
            uint256 gasBefore = gasleft();
            vm.assertEq(sweepAll(ids, hostile[i]), 3);
            vm.assertLe(gasBefore - gasleft(), 3 * (factory.GAS_PER_SWEEP() + 30_000), "each costs at most its cap");
        }
        sweepAll(ids);
        vm.assertEq(received(), 3 * AMOUNT);
    }
}
