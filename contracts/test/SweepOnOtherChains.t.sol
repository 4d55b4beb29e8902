// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositTest} from "./support/DepositTest.sol";
import {vm} from "./support/Vm.sol";

/// @notice A deposit's address is the same wherever its factory is, so money is not lost by a chain that nobody meant.
contract SweepOnOtherChainsTest is DepositTest {
    uint256 private constant OTHER_CHAIN = 10;

    function test_moneySentOnTheWrongChainIsSweptThere() public {
        address shown = depositOf(ID);
        vm.chainId(OTHER_CHAIN);
        token.mint(PAYER, AMOUNT);
        vm.prank(PAYER);
        token.transfer(shown, AMOUNT);
        vm.assertEq(sweep(ID), AMOUNT, "swept");
        vm.assertEq(received(), AMOUNT, "to the receiver, as on the right chain");
    }

    function test_aForkThatChangesTheChainIdStrandsNothingUnswept() public {
        pay(ID, AMOUNT);
        vm.chainId(OTHER_CHAIN);
        vm.assertEq(sweep(ID), AMOUNT, "swept");
    }

    function test_aForkThatChangesTheChainIdStrandsNoLateMoney() public {
        pay(ID, AMOUNT);
        sweep(ID);
        pay(ID, AMOUNT);
        vm.chainId(OTHER_CHAIN);
        vm.assertEq(sweep(ID), AMOUNT, "swept");
    }
}
