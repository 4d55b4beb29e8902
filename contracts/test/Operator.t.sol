// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {Terms} from "../src/Terms.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

/// @notice What somebody can do who holds the merchant's gas wallet: protect the payer, and nothing else.
contract OperatorTest is SubscriptionTest {
    // Proves S1-13, P5.
    function testFuzz_theOperatorGainsNothingWhateverItCalls(uint8[24] memory choices, uint32[24] memory waits) public {
        Subscription subscription = activeMonthly();
        uint256 operatorBefore = token.balanceOf(OPERATOR);
        for (uint256 i = 0; i < choices.length; ++i) {
            pass(waits[i] % 20 days);
            callAsOperator(subscription, choices[i] % 7);
        }
        vm.assertEq(token.balanceOf(OPERATOR), operatorBefore);
        vm.assertEq(received(), chargedOf(subscription) * AMOUNT, "the merchant has what was charged");
        vm.assertLe(chargedOf(subscription), 1 + (timeNow() - START) / PERIOD, "more than periods begun");
    }

    function test_theOperatorCannotLiftThePayersFreezeByFreezingItself() public {
        Subscription subscription = activeMonthly();
        freezeBy(PAYER, subscription);
        expectFrozen(FROZEN_BY_PAYER);
        freezeBy(OPERATOR, subscription);
        expectNotAllowed(OPERATOR);
        unfreezeBy(OPERATOR, subscription);
    }

    function test_anOperatorWhoIsAlsoTheMerchantKeepsItsPowers() public {
        Terms memory terms = monthly();
        terms.operator = MERCHANT;
        Subscription subscription = activate(terms, ID);
        freezeBy(MERCHANT, subscription);
        unfreezeBy(MERCHANT, subscription);
        cancelBy(MERCHANT, subscription);
        vm.assertEq(flagsOf(subscription), CANCELLED);
    }

    function callAsOperator(Subscription subscription, uint8 choice) private {
        bytes[7] memory calls = [
            abi.encodeCall(subscription.freeze, ()),
            abi.encodeCall(subscription.unfreeze, ()),
            abi.encodeCall(subscription.charge, ()),
            abi.encodeCall(subscription.cancelFor, (PAYER)),
            abi.encodeCall(factory.charge, (address(subscription))),
            abi.encodeCall(factory.activate, (monthly(), ID)),
            abi.encodeCall(factory.chargeMany, (listOf(address(subscription))))
        ];
        vm.prank(OPERATOR);
        (bool succeeded,) = (choice < 4 ? address(subscription) : address(factory)).call(calls[choice]);
        vm.assertTrue(!succeeded || (choice != 2 && choice != 3), "only the factory charges and cancels for others");
    }
}
