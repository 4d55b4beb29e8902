// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionErrors} from "../src/SubscriptionErrors.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {GasBurningToken} from "./hostile/GasBurningToken.sol";
import {BatchTest} from "./support/BatchTest.sol";
import {vm} from "./support/Vm.sol";

contract PreviewManyTest is BatchTest {
    /// @dev Puts each of six subscriptions into a random condition, and compares what is foretold with what happens.
    function testFuzz_foretellsExactlyWhatABatchDoes(uint8[6] memory conditions, uint32 wait) public {
        address[] memory batch = activeBatch(6);
        for (uint256 i = 0; i < 6; ++i) {
            disturb(batch, i, conditions[i] % 6);
        }
        pass(PERIOD / 2 + wait % PERIOD);
        bytes4[] memory reasons = previewed(abi.encodeCall(factory.previewMany, (batch)));
        vm.recordLogs();
        factory.chargeMany(batch);
        Outcome[] memory outcomes = recordedOutcomes();
        vm.assertEq(reasons.length, outcomes.length);
        for (uint256 i = 0; i < 6; ++i) {
            assertReason(reasons[i], outcomes[i].reason);
        }
    }

    function test_changesNothing() public {
        address[] memory batch = activeBatch(2);
        pass(PERIOD);
        uint256 receivedBefore = received();
        assertReason(previewed(abi.encodeCall(factory.previewMany, (batch)))[1], 0);
        vm.assertEq(received(), receivedBefore);
        vm.assertEq(chargedInAll(batch), 2);
    }

    function test_aSecondOfTheSameIsForetoldAsNotDue() public {
        address one = activeBatch(1)[0];
        pass(PERIOD);
        address[] memory batch = new address[](2);
        (batch[0], batch[1]) = (one, one);
        bytes4[] memory reasons = previewed(abi.encodeCall(factory.previewMany, (batch)));
        assertReason(reasons[0], 0);
        assertReason(reasons[1], SubscriptionErrors.NotDue.selector);
    }

    function test_whatWasNotTriedIsNotCalledASuccess() public {
        address[] memory batch = new address[](2);
        batch[0] = factory.deploy(monthlyIn(address(new GasBurningToken())), ID);
        batch[1] = activeBatch(1)[0];
        bytes4[] memory reasons = previewed(abi.encodeCall(factory.previewMany, (batch)), 400_000);
        assertReason(reasons[0], SubscriptionErrors.TransferFailed.selector);
        assertReason(reasons[1], SubscriptionFactory.NotTried.selector);
    }

    function disturb(address[] memory batch, uint256 i, uint8 condition) private {
        if (condition == 1) cancelBy(MERCHANT, Subscription(batch[i]));
        if (condition == 2) freezeBy(OPERATOR, Subscription(batch[i]));
        if (condition == 3) setAllowance(batch[i], AMOUNT - 1);
        if (condition == 4) batch[i] = batch[0];
        if (condition == 5) batch[i] = STRANGER;
    }
}
