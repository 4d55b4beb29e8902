// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DemoTether} from "../src/demo/DemoTether.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract DemoTokensTest is SubscriptionTest {
    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    DemoTether private tether;

    function setUp() public override {
        super.setUp();
        tether = DemoTether(deployed("DemoTether", abi.encode("Demo Tether", "DUST", uint8(6))));
        tether.mint(PAYER, 100);
    }

    function test_bothAreNamedAsAsked() public view {
        vm.assertEq(token.name(), "Demo Dollar");
        vm.assertEq(token.symbol(), "DUSD");
        vm.assertEq(token.decimals(), 6);
        vm.assertEq(tether.name(), "Demo Tether");
        vm.assertEq(tether.symbol(), "DUST");
        vm.assertEq(tether.decimals(), 6);
    }

    function test_aSignatureIsAnApproval() public {
        uint256 key = 0xA11CE;
        address owner = vm.addr(key);
        uint256 deadline = timeNow() + 1 hours;
        bytes32 permit = keccak256(abi.encode(PERMIT, owner, STRANGER, 7, token.nonces(owner), deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), permit));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        token.permit(owner, STRANGER, 7, deadline, v, r, s);
        vm.assertEq(token.allowance(owner, STRANGER), 7);
    }

    function test_tetherRefusesToChangeAnAllowance() public {
        vm.prank(PAYER);
        tether.approve(STRANGER, 10);
        vm.expectRevert(abi.encodeWithSelector(DemoTether.ResetAllowanceFirst.selector, 10));
        vm.prank(PAYER);
        tether.approve(STRANGER, 20);
        vm.prank(PAYER);
        tether.approve(STRANGER, 0);
        vm.prank(PAYER);
        tether.approve(STRANGER, 20);
        vm.assertEq(tether.allowance(PAYER, STRANGER), 20);
    }

    function test_tetherAnswersNothing() public {
        vm.prank(PAYER);
        (bool transferred, bytes memory answer) = address(tether).call(abi.encodeCall(tether.transfer, (MERCHANT, 1)));
        vm.assertTrue(transferred && answer.length == 0, "transfer");
        vm.prank(PAYER);
        (bool approved, bytes memory toApprove) = address(tether).call(abi.encodeCall(tether.approve, (STRANGER, 1)));
        vm.assertTrue(approved && toApprove.length == 0, "approve");
        vm.prank(STRANGER);
        (bool pulled, bytes memory toPull) =
            address(tether).call(abi.encodeCall(tether.transferFrom, (PAYER, MERCHANT, 1)));
        vm.assertTrue(pulled && toPull.length == 0, "transferFrom");
        vm.assertEq(tether.balanceOf(MERCHANT), 2);
    }

    function test_tetherMovesNoMoreThanIsAllowedOrThere() public {
        vm.expectRevert();
        vm.prank(STRANGER);
        tether.transferFrom(PAYER, MERCHANT, 1);
        vm.expectRevert();
        vm.prank(PAYER);
        tether.transfer(MERCHANT, 101);
    }
}
