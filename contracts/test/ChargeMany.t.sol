// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Batch} from "../src/Batch.sol";
import {Subscription} from "../src/Subscription.sol";
import {SubscriptionErrors} from "../src/SubscriptionErrors.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {FakeSubscription} from "./hostile/FakeSubscription.sol";
import {HungryToken} from "./hostile/HungryToken.sol";
import {BatchTest} from "./support/BatchTest.sol";
import {vm} from "./support/Vm.sol";

contract ChargeManyTest is BatchTest {
    function test_chargesEachThatIsDue() public {
        address[] memory batch = activeBatch(5);
        pass(PERIOD);
        vm.recordLogs();
        vm.assertEq(factory.chargeMany(batch), 5);
        Outcome[] memory outcomes = recordedOutcomes();
        for (uint256 i = 0; i < 5; ++i) {
            vm.assertEq(outcomes[i].subscription, batch[i]);
            assertReason(outcomes[i].reason, 0);
        }
        vm.assertEq(received(), 10 * uint256(AMOUNT), "five activations, five charges");
    }

    function test_theFactoryTellsPeriodAndNextDueOfEach() public {
        address[] memory batch = activeBatch(1);
        pass(PERIOD);
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Charged(batch[0], 2, uint40(START + 2 * PERIOD));
        factory.chargeMany(batch);
    }

    function test_anEmptyBatchDoesNothing() public {
        vm.assertEq(factory.chargeMany(new address[](0)), 0);
    }

    function test_eachFailureHasItsReasonAndStopsNobody() public {
        address[] memory batch = activeBatch(6);
        cancelBy(PAYER, Subscription(batch[0]));
        freezeBy(PAYER, Subscription(batch[1]));
        setAllowance(batch[2], 0);
        pass(PERIOD);
        factory.charge(batch[3]);
        batch[4] = STRANGER;

        vm.recordLogs();
        vm.assertEq(factory.chargeMany(batch), 6);
        Outcome[] memory outcomes = recordedOutcomes();
        assertReason(outcomes[0].reason, SubscriptionErrors.IsCancelled.selector);
        assertReason(outcomes[1].reason, SubscriptionErrors.IsFrozen.selector);
        assertReason(outcomes[2].reason, SubscriptionErrors.TransferFailed.selector);
        assertReason(outcomes[3].reason, SubscriptionErrors.NotDue.selector);
        assertReason(outcomes[4].reason, Batch.NoAnswer.selector);
        assertReason(outcomes[5].reason, 0);
        vm.assertEq(chargedOf(Subscription(batch[5])), 2);
    }

    function test_junkStopsNobody() public {
        address good = activeBatch(1)[0];
        pass(PERIOD);
        address[] memory batch = new address[](7);
        batch[0] = address(0);
        batch[1] = address(token);
        batch[2] = address(factory);
        batch[3] = factory.implementation();
        batch[4] = factory.predict(monthly(), "never deployed");
        batch[5] = address(this);
        batch[6] = good;
        vm.recordLogs();
        vm.assertEq(factory.chargeMany(batch), 7);
        Outcome[] memory outcomes = recordedOutcomes();
        for (uint256 i = 0; i < 6; ++i) {
            vm.assertTrue(outcomes[i].reason != 0, "junk was charged");
        }
        assertReason(outcomes[6].reason, 0);
    }

    function testFuzz_aDuplicateIsChargedOnce(uint8 copies) public {
        address one = activeBatch(1)[0];
        address[] memory batch = new address[](2 + copies % 8);
        for (uint256 i = 0; i < batch.length; ++i) {
            batch[i] = one;
        }
        pass(PERIOD);
        factory.chargeMany(batch);
        vm.assertEq(chargedOf(Subscription(one)), 2);
    }

    /// @dev Whatever gas is given: what was processed was charged, the rest was not touched, nothing failed.
    function testFuzz_lowGasStopsABatchAndFailsNobody(uint256 gasLimit) public {
        address[] memory batch = activeBatch(4);
        pass(PERIOD);
        gasLimit = 30_000 + gasLimit % 600_000;
        vm.recordLogs();
        uint256 processed = factory.chargeMany{gas: gasLimit}(batch);
        vm.assertEq(chargedInAll(batch), 4 + processed);
        Outcome[] memory outcomes = recordedOutcomes();
        vm.assertEq(outcomes.length, processed);
        for (uint256 i = 0; i < processed; ++i) {
            assertReason(outcomes[i].reason, 0);
        }
    }

    function test_aBatchContinuesWhereItStopped() public {
        address[] memory batch = activeBatch(8);
        pass(PERIOD);
        uint256 processed = factory.chargeMany{gas: 300_000}(batch);
        vm.assertTrue(0 < processed && processed < 8, "stops in the middle");
        factory.chargeMany(batch);
        vm.assertEq(chargedInAll(batch), 16);
    }

    /// @dev A charge that needs nearly all the gas that it may have is the first to suffer if a batch passes on less.
    function testFuzz_whatSucceedsWithMuchGasDoesNotFailWithLittle(uint256 gasOfTransfer, uint256 gasLimit) public {
        gasOfTransfer = factory.GAS_PER_CHARGE() - 45_000 + gasOfTransfer % 20_000;
        address batched = factory.deploy(monthlyIn(address(new HungryToken(gasOfTransfer))), ID);
        bytes4 reason = previewed(abi.encodeCall(factory.previewMany, (listOf(batched))))[0];
        if (reason != 0) return;
        gasLimit = factory.GAS_PER_CHARGE() + gasLimit % 40_000;
        uint256 processed = factory.chargeMany{gas: gasLimit}(listOf(batched));
        vm.assertEq(chargedOf(Subscription(batched)), processed);
    }

    function test_aFakeSpeaksOnlyForItself() public {
        address fake = address(new FakeSubscription(abi.encode(uint256(7) << 40 | 99), false));
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.Charged(fake, 7, 99);
        factory.chargeMany(listOf(fake));
    }

    function test_aReasonIsNeverZero() public {
        expectReason(new FakeSubscription("", true), Batch.NoAnswer.selector);
        expectReason(new FakeSubscription(new bytes(4), true), Batch.NoAnswer.selector);
        expectReason(new FakeSubscription(new bytes(32), false), Batch.NoAnswer.selector);
        expectReason(new FakeSubscription("", false), Batch.NoAnswer.selector);
        expectReason(new FakeSubscription(hex"12345678", true), 0x12345678);
    }

    function expectReason(FakeSubscription fake, bytes4 reason) private {
        vm.expectEmit(address(factory));
        emit SubscriptionFactory.ChargeFailed(address(fake), reason);
        factory.chargeMany(listOf(address(fake)));
    }
}
