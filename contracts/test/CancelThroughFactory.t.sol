// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {Terms} from "../src/Terms.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract CancelThroughFactoryTest is SubscriptionTest {
    function test_aCancelledDraftCanNeverBeActivated() public {
        address[3] memory parties = [PAYER, MERCHANT, OPERATOR];
        for (uint256 i = 0; i < parties.length; ++i) {
            bytes32 id = bytes32(i);
            address draft = approve(monthly(), id);
            vm.expectEmit(address(factory));
            emit SubscriptionFactory.Deployed(draft, id);
            vm.expectEmit(address(factory));
            emit SubscriptionFactory.Cancelled(draft, parties[i]);
            vm.prank(parties[i]);
            factory.cancel(monthly(), id);

            pass(400 days);
            expectCancelled();
            factory.activate(monthly(), id);
            expectCancelled();
            factory.charge(draft);
        }
        vm.assertEq(received(), 0);
    }

    function testFuzz_strangersCannotCancelADraft(address who) public {
        vm.assume(who != PAYER && who != MERCHANT && who != OPERATOR);
        address draft = approve(monthly(), ID);
        expectNotAllowed(who);
        vm.prank(who);
        factory.cancel(monthly(), ID);
        vm.assertEq(draft.code.length, 0);
    }

    function test_whatIsActiveCanBeCancelledThroughTheFactory() public {
        Subscription subscription = activeMonthly();
        vm.prank(PAYER);
        factory.cancel(monthly(), ID);
        vm.assertEq(flagsOf(subscription), CANCELLED);
    }

    /// @dev Terms with another payer lead to another address, so a stranger can cancel only what is his own.
    function test_forgedTermsCancelNothingOfOthers() public {
        Subscription subscription = activeMonthly();
        Terms memory forged = monthly();
        forged.payer = STRANGER;
        vm.prank(STRANGER);
        factory.cancel(forged, ID);
        vm.assertEq(flagsOf(subscription), 0);
        pass(PERIOD);
        charge(subscription);
    }
}
