// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit} from "../src/Deposit.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {vm} from "./support/Vm.sol";

contract PayTest is DepositTest {
    Deposit private deposit;

    function setUp() public override {
        super.setUp();
        pay(ID, AMOUNT);
        sweep(ID);
        pay(ID, AMOUNT);
        deposit = Deposit(payable(depositOf(ID)));
    }

    function test_aDepositNamesItsFactory() public view {
        vm.assertEq(deposit.factory(), address(factory));
    }

    function testFuzz_nobodyButTheFactoryMovesMoney(address caller) public {
        vm.assume(caller != address(factory));
        expectNotFactory(caller);
        deposit.pay(address(token), caller, AMOUNT);
        vm.assertEq(heldBy(ID), AMOUNT);
    }

    function test_notEvenTheReceiverOrTheDepositItself() public {
        address[3] memory callers = [RECEIVER, address(deposit), factory.implementation()];
        for (uint256 i = 0; i < callers.length; ++i) {
            expectNotFactory(callers[i]);
            deposit.pay(address(token), RECEIVER, AMOUNT);
        }
    }

    function test_theImplementationObeysNobodyEither() public {
        Deposit implementation = Deposit(payable(factory.implementation()));
        token.mint(address(implementation), AMOUNT);
        expectNotFactory(STRANGER);
        implementation.pay(address(token), STRANGER, AMOUNT);
    }

    function testFuzz_aDepositKnowsNoOtherCall(bytes calldata call_) public {
        vm.assume(call_.length != 0);
        bytes4 selector = bytes4(call_);
        vm.assume(selector != Deposit.pay.selector && selector != deposit.factory.selector);
        vm.prank(address(factory));
        (bool succeeded,) = address(deposit).call(call_);
        vm.assertTrue(!succeeded, "answers what it should not know");
    }

    function expectNotFactory(address caller) private {
        vm.expectRevert(abi.encodeWithSelector(Deposit.NotFactory.selector, caller));
        vm.prank(caller);
    }
}
