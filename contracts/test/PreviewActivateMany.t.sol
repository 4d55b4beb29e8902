// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {Terms} from "../src/Terms.sol";
import {GasBurningToken} from "./hostile/GasBurningToken.sol";
import {BatchTest} from "./support/BatchTest.sol";
import {vm} from "./support/Vm.sol";

contract PreviewActivateManyTest is BatchTest {
    function testFuzz_foretellsExactlyWhatABatchDoes(uint8[5] memory conditions) public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(5);
        for (uint256 i = 0; i < 5; ++i) {
            disturb(terms, ids, i, conditions[i] % 6);
        }
        bytes4[] memory reasons = previewed(abi.encodeCall(factory.previewActivateMany, (terms, ids)));
        vm.recordLogs();
        factory.activateMany(terms, ids);
        Outcome[] memory outcomes = recordedOutcomes();
        vm.assertEq(reasons.length, outcomes.length);
        for (uint256 i = 0; i < 5; ++i) {
            assertReason(reasons[i], outcomes[i].reason);
        }
    }

    function test_changesNothing() public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(2);
        approveAll(terms, ids);
        bytes4[] memory reasons = previewed(abi.encodeCall(factory.previewActivateMany, (terms, ids)));
        assertReason(reasons[0], 0);
        assertReason(reasons[1], 0);
        vm.assertEq(received(), 0);
        vm.assertEq(factory.predict(terms[0], ids[0]).code.length, 0);
    }

    function test_whatWasNotTriedIsNotCalledASuccess() public {
        (Terms[] memory terms, bytes32[] memory ids) = drafts(2);
        terms[0].token = address(new GasBurningToken());
        bytes memory call_ = abi.encodeCall(factory.previewActivateMany, (terms, ids));
        assertReason(previewed(call_, 600_000)[1], SubscriptionFactory.NotTried.selector);
    }

    function test_eachTermsNeedsAnId() public {
        (Terms[] memory terms,) = drafts(2);
        vm.expectRevert(abi.encodeWithSelector(SubscriptionFactory.LengthMismatch.selector, 2, 1));
        factory.previewActivateMany(terms, new bytes32[](1));
    }

    function disturb(Terms[] memory terms, bytes32[] memory ids, uint256 i, uint8 condition) private {
        if (condition == 1) terms[i].maxPeriods = 0;
        if (condition == 2) terms[i].start += 1 days;
        if (condition == 3) ids[i] = ids[0];
        if (condition != 4) approve(terms[i], ids[i]);
        if (condition != 5) return;
        vm.prank(OPERATOR);
        factory.cancel(terms[i], ids[i]);
    }
}
