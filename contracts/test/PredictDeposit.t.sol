// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositFactory} from "../src/DepositFactory.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {vm} from "./support/Vm.sol";

contract PredictDepositTest is DepositTest {
    function test_aDepositIsDeployedWhereItWasPredicted() public {
        address predicted = depositOf(ID);
        pay(ID, AMOUNT);
        vm.assertEq(predicted.code.length, 0);
        sweep(ID);
        vm.assertEq(predicted.code.length, CLONE_BYTES);
        vm.assertEq(depositOf(ID), predicted);
    }

    function testFuzz_theAddressCommitsToTheReceiver(address one, address other, bytes32 id) public view {
        vm.assume(one != other);
        vm.assertNotEq(factory.predict(one, id), factory.predict(other, id));
    }

    function testFuzz_theAddressCommitsToTheId(address receiver, bytes32 one, bytes32 other) public view {
        vm.assume(one != other);
        vm.assertNotEq(factory.predict(receiver, one), factory.predict(receiver, other));
    }

    /// @dev What was sent on another chain is swept there, and what a fork leaves unswept is swept on both sides.
    function testFuzz_theAddressIsTheSameOnEveryChain(uint64 chain) public {
        vm.assume(chain != block.chainid && chain != 0);
        address here = depositOf(ID);
        vm.chainId(chain);
        vm.assertEq(depositOf(ID), here);
    }

    function test_theAddressCommitsToTheFactory() public {
        DepositFactory other = DepositFactory(deployed("DepositFactory", ""));
        vm.assertNotEq(other.predict(RECEIVER, ID), depositOf(ID));
    }
}
