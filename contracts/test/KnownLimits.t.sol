// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {SubscriptionFactory} from "../src/SubscriptionFactory.sol";
import {Terms} from "../src/Terms.sol";
import {HookedPayer, HookToken} from "./hostile/HookToken.sol";
import {BatchTest} from "./support/BatchTest.sol";
import {Vm, vm} from "./support/Vm.sol";

/// @notice What subscriptions do not prevent, as SECURITY.md says: what tokens with hooks let a payer do, and what a
/// fork of the chain means. If one of these fails, the documents have to change.
contract KnownLimitsTest is BatchTest {
    function test_aPayersHookMayFreezeInsideACharge_andTheFactoryTellsTheFreezeFirst() public {
        (Subscription subscription, HookedPayer payer) = hooked();
        payer.willDo(HookedPayer.Act.Freeze);
        assertToldInOrder(subscription, SubscriptionFactory.Frozen.selector);
        vm.assertEq(flagsOf(subscription), FROZEN_BY_PAYER);
        vm.assertEq(chargedOf(subscription), 2);
    }

    function test_aPayersHookMayCancelInsideACharge_andTheFactoryTellsTheCancellationFirst() public {
        (Subscription subscription, HookedPayer payer) = hooked();
        payer.willDo(HookedPayer.Act.Cancel);
        assertToldInOrder(subscription, SubscriptionFactory.Cancelled.selector);
        vm.assertEq(flagsOf(subscription), CANCELLED);
    }

    /// @dev It costs the merchant no more than the gas of one item, and stops nobody else's charge.
    function test_aPayersHookMayPassAPreviewAndBurnItsItemsGas() public {
        Subscription good = activate(monthly(), "good");
        (Subscription bad, HookedPayer payer) = hooked();
        payer.willDo(HookedPayer.Act.BurnOutsidePreviews);
        address[] memory both = new address[](2);
        (both[0], both[1]) = (address(bad), address(good));

        vm.fee(0);
        bytes4[] memory reasons = previewed(abi.encodeCall(factory.previewMany, (both)));
        assertReason(reasons[0], 0);
        vm.fee(1 gwei);
        uint256 before = gasleft();
        vm.assertEq(factory.chargeMany(both), 2, "both tried");
        uint256 used = before - gasleft();
        vm.assertGe(used, factory.GAS_PER_CHARGE() * 9 / 10, "burnt");
        vm.assertLe(used, factory.GAS_PER_CHARGE() * 6 / 5, "no more than its cap and a charge");
        vm.assertEq(chargedOf(good), 2, "the good one is charged");
    }

    function test_aForkThatChangesTheChainIdKeepsWhatIsDeployed() public {
        Subscription subscription = activeMonthly();
        vm.chainId(10_001);
        pass(PERIOD);
        charge(subscription);
        vm.assertEq(chargedOf(subscription), 2);
    }

    function hooked() private returns (Subscription subscription, HookedPayer payer) {
        HookToken hookToken = new HookToken();
        payer = new HookedPayer();
        hookToken.mint(address(payer), 1_000e6);
        Terms memory terms = monthlyIn(address(hookToken));
        terms.payer = address(payer);
        subscription = Subscription(factory.activate(terms, "hooked"));
        pass(PERIOD);
    }

    function assertToldInOrder(Subscription subscription, bytes32 first) private {
        vm.recordLogs();
        charge(subscription);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[0].topics[0], first);
        vm.assertEq(logs[1].topics[0], SubscriptionFactory.Charged.selector);
    }
}
