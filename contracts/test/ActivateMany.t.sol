// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionErrors} from "../src/SubscriptionErrors.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {Terms} from "../src/Terms.sol";
import {TermsRules} from "../src/TermsRules.sol";
import {BatchTest} from "./support/BatchTest.sol";
import {vm} from "./support/Vm.sol";

contract ActivateManyTest is BatchTest {
    function test_activatesEach() public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(4);
        approveAll(terms, ids);
        vm.assertEq(factory.activateMany(terms, ids), 4);
        vm.assertEq(received(), 4 * uint256(AMOUNT));
        vm.assertEq(chargedOf(Subscription(factory.predict(terms[3], ids[3]))), 1);
    }

    function test_eachFailureHasItsReasonAndStopsNobody() public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(5);
        terms[0].amount = 0;
        terms[1].start += 1;
        terms[2].token = STRANGER;
        approve(terms[1], ids[1]);
        approve(terms[4], ids[4]);

        vm.recordLogs();
        vm.assertEq(factory.activateMany(terms, ids), 5);
        Outcome[] memory outcomes = recordedOutcomes();
        assertReason(outcomes[0].reason, TermsRules.ZeroAmount.selector);
        assertReason(outcomes[1].reason, SubscriptionErrors.NotDue.selector);
        assertReason(outcomes[2].reason, TermsRules.TokenWithoutCode.selector);
        assertReason(outcomes[3].reason, SubscriptionErrors.TransferFailed.selector);
        assertReason(outcomes[4].reason, 0);
        for (uint256 i = 0; i < 5; ++i) {
            vm.assertEq(outcomes[i].subscription, factory.predict(terms[i], ids[i]));
        }
    }

    function test_whatFailsLeavesNothingDeployed() public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(1);
        factory.activateMany(terms, ids);
        vm.assertEq(factory.predict(terms[0], ids[0]).code.length, 0);
    }

    function test_aDuplicateIsChargedOnce() public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(3);
        ids[1] = ids[0];
        ids[2] = ids[0];
        approve(terms[0], ids[0]);
        vm.assertEq(factory.activateMany(terms, ids), 3);
        vm.assertEq(received(), AMOUNT);
    }

    function test_whatIsDeployedAlreadyIsActivatedToo() public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(1);
        approveAll(terms, ids);
        vm.prank(STRANGER);
        factory.deploy(terms[0], ids[0]);
        factory.activateMany(terms, ids);
        vm.assertEq(received(), AMOUNT);
    }

    function test_aCancelledDraftStaysCancelled() public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(1);
        approveAll(terms, ids);
        vm.prank(PAYER);
        factory.cancel(terms[0], ids[0]);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.ChargeFailed(
            factory.predict(terms[0], ids[0]), SubscriptionErrors.IsCancelled.selector
        );
        factory.activateMany(terms, ids);
    }

    function testFuzz_lowGasStopsABatchAndFailsNobody(uint256 gasLimit) public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(3);
        approveAll(terms, ids);
        gasLimit = 50_000 + gasLimit % 1_000_000;
        vm.recordLogs();
        uint256 processed = factory.activateMany{gas: gasLimit}(terms, ids);
        vm.assertEq(received(), processed * AMOUNT);
        Outcome[] memory outcomes = recordedOutcomes();
        vm.assertEq(outcomes.length, processed);
        for (uint256 i = 0; i < processed; ++i) {
            assertReason(outcomes[i].reason, 0);
        }
    }

    function test_eachTermsNeedsAnId() public {
        (Terms[] memory terms,) = drafts(2);
        vm.expectRevert(abi.encodeWithSelector(SubscriptionFactory.LengthMismatch.selector, 2, 1));
        factory.activateMany(terms, new bytes32[](1));
    }
}
