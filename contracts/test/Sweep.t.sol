// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositFactory} from "../src/DepositFactory.sol";
import {DemoToken} from "../src/demo/DemoToken.sol";
import {BlockingToken} from "./hostile/BlockingToken.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {vm} from "./support/Vm.sol";

contract SweepTest is DepositTest {
    function testFuzz_anyoneMovesEverythingToTheReceiver(address anyone, uint128 amount) public {
        vm.assume(amount != 0);
        pay(ID, amount);
        vm.prank(anyone);
        vm.assertEq(factory.sweep(RECEIVER, ID, address(token)), amount);
        vm.assertEq(received(), amount);
        vm.assertEq(heldBy(ID), 0);
    }

    function test_theFactoryTellsWhatLeft() public {
        pay(ID, AMOUNT);
        vm.expectEmit(address(factory));
        emit DepositFactory.Swept(depositOf(ID), address(token), RECEIVER, AMOUNT);
        sweep(ID);
    }

    function test_whatCameInPartsGoesAtOnce() public {
        pay(ID, 1);
        pay(ID, 2);
        pay(ID, 3);
        vm.assertEq(sweep(ID), 6);
    }

    function test_lateMoneyIsSweptAgain() public {
        pay(ID, AMOUNT);
        sweep(ID);
        pay(ID, 7);
        vm.assertEq(sweep(ID), 7);
        vm.assertEq(received(), AMOUNT + 7);
    }

    function test_anEmptyDepositIsLeftAlone() public {
        vm.recordLogs();
        vm.assertEq(sweep(ID), 0);
        vm.assertEq(depositOf(ID).code.length, 0);
        vm.assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_nothingIsSweptTwice() public {
        pay(ID, AMOUNT);
        sweep(ID);
        vm.assertEq(sweep(ID), 0);
        vm.assertEq(received(), AMOUNT);
    }

    function testFuzz_whoNamesAnotherReceiverOrIdMovesNothing(address receiver, bytes32 id) public {
        vm.assume(receiver != RECEIVER || id != ID);
        pay(ID, AMOUNT);
        vm.prank(receiver);
        vm.assertEq(factory.sweep(receiver, id, address(token)), 0);
        vm.assertEq(heldBy(ID), AMOUNT);
    }

    function test_otherTokensWaitForASweepOfTheirOwn() public {
        DemoToken other = DemoToken(deployed("DemoToken", abi.encode("Other", "OTHER", uint8(18))));
        other.mint(depositOf(ID), 5);
        pay(ID, AMOUNT);
        sweep(ID);
        vm.assertEq(other.balanceOf(depositOf(ID)), 5);
        vm.assertEq(sweep(ID, address(other)), 5);
        vm.assertEq(other.balanceOf(RECEIVER), 5);
    }

    /// @dev As the merchant's wallet sees it: the deposit has no coin, before and after.
    function test_aDepositNeedsNoGas() public {
        pay(ID, AMOUNT);
        vm.assertEq(depositOf(ID).balance, 0);
        vm.assertEq(sweep(ID), AMOUNT);
        vm.assertEq(depositOf(ID).balance, 0);
    }

    function test_aSweepThatFailsTakesItsDeploymentBack() public {
        BlockingToken blocking = new BlockingToken();
        blocking.mint(depositOf(ID), AMOUNT);
        blocking.block_(depositOf(ID), true);
        expectTransferFailed(address(blocking));
        sweep(ID, address(blocking));
        vm.assertEq(depositOf(ID).code.length, 0);

        blocking.block_(depositOf(ID), false);
        vm.assertEq(sweep(ID, address(blocking)), AMOUNT);
    }

    /// @dev The receiver of an address cannot be replaced, so the money waits for the issuer to let it go.
    function test_moneyForAReceiverThatTheTokenBlocksWaits() public {
        BlockingToken blocking = new BlockingToken();
        blocking.mint(depositOf(ID), AMOUNT);
        blocking.blockReceiving(RECEIVER, true);
        expectTransferFailed(address(blocking));
        sweep(ID, address(blocking));
        vm.assertEq(blocking.balanceOf(depositOf(ID)), AMOUNT);
        blocking.blockReceiving(RECEIVER, false);
        vm.assertEq(sweep(ID, address(blocking)), AMOUNT);
    }

    function test_theFactoryKeepsNothing() public {
        pay(ID, AMOUNT);
        sweep(ID);
        vm.assertEq(token.balanceOf(address(factory)), 0);
        vm.assertEq(token.balanceOf(factory.implementation()), 0);
    }
}
