// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../src/Subscription.sol";
import {Terms} from "../src/Terms.sol";
import {DemoTether} from "../src/demo/DemoTether.sol";
import {AnsweringToken} from "./hostile/AnsweringToken.sol";
import {CancellingToken} from "./hostile/CancellingToken.sol";
import {FalseToken} from "./hostile/FalseToken.sol";
import {FeeToken} from "./hostile/FeeToken.sol";
import {GasBurningToken} from "./hostile/GasBurningToken.sol";
import {ReentrantToken} from "./hostile/ReentrantToken.sol";
import {ReturnBombToken} from "./hostile/ReturnBombToken.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";
import {vm} from "./support/Vm.sol";

contract HostileTokensTest is SubscriptionTest {
    function test_aTokenThatAnswersNothingIsCharged() public {
        DemoTether tether = DemoTether(deployed("DemoTether", abi.encode("Demo Tether", "DUST", uint8(6))));
        tether.mint(PAYER, AMOUNT);
        Terms memory terms = monthlyIn(address(tether));
        address subscription = factory.predict(terms, ID);
        vm.prank(PAYER);
        tether.approve(subscription, AMOUNT);
        factory.activate(terms, ID);
        vm.assertEq(tether.balanceOf(MERCHANT), AMOUNT);
    }

    function test_theAnswerFalseFailsTheCharge() public {
        expectActivationFails(address(new FalseToken()));
    }

    function test_anyAnswerButTrueFailsTheCharge() public {
        expectActivationFails(address(new AnsweringToken(abi.encode(uint256(2)))));
        expectActivationFails(address(new AnsweringToken(abi.encode(type(uint256).max))));
        expectActivationFails(address(new AnsweringToken(hex"01")));
        expectActivationFails(address(new AnsweringToken(new bytes(31))));
    }

    function test_aLongAnswerThatBeginsWithTrueIsTrue() public {
        AnsweringToken chatty = new AnsweringToken(abi.encode(true, "and a good day to you"));
        factory.activate(monthlyIn(address(chatty)), ID);
    }

    function test_aTokenThatLostItsCodeFailsTheCharge() public {
        AnsweringToken silent = new AnsweringToken("");
        Subscription subscription = Subscription(factory.activate(monthlyIn(address(silent)), ID));
        vm.etch(address(silent), "");
        pass(PERIOD);
        expectTransferFailed(address(silent));
        charge(subscription);
    }

    // Proves P5.
    function test_aTokenThatReentersIsChargedOnce() public {
        ReentrantToken reentrant = new ReentrantToken(factory);
        Subscription subscription = Subscription(factory.activate(monthlyIn(address(reentrant)), ID));
        vm.assertEq(reentrant.transfers(), 1);
        vm.assertTrue(!reentrant.succeededAgain(), "charged again from within");
        vm.assertEq(chargedOf(subscription), 1);
    }

    function test_aCancellationFromWithinAChargeIsKept() public {
        CancellingToken cancelling = new CancellingToken();
        Terms memory terms = monthlyIn(address(cancelling));
        terms.merchant = address(cancelling);
        Subscription subscription = Subscription(factory.activate(terms, ID));
        vm.assertEq(flagsOf(subscription), CANCELLED);
        vm.assertEq(chargedOf(subscription), 1);
    }

    /// @dev A fee is between token and merchant: the payer never pays more than the amount.
    function test_aTokenThatTakesAFeeCostsThePayerTheAmountAndNoMore() public {
        FeeToken fee = new FeeToken();
        fee.mint(PAYER, 2 * AMOUNT);
        Terms memory terms = monthlyIn(address(fee));
        address subscription = factory.predict(terms, ID);
        vm.prank(PAYER);
        fee.approve(subscription, 2 * AMOUNT);
        factory.activate(terms, ID);
        vm.assertEq(fee.balanceOf(PAYER), AMOUNT);
        vm.assertEq(fee.balanceOf(subscription), 0);
    }

    function test_burnersAndBombsCostABatchLittleAndStopNobody() public {
        address[] memory batch = new address[](3);
        batch[0] = factory.deploy(monthlyIn(address(new GasBurningToken())), "burner");
        batch[1] = factory.deploy(monthlyIn(address(new ReturnBombToken())), "bomb");
        approve(monthly(), "good");
        batch[2] = factory.deploy(monthly(), "good");

        uint256 gasBefore = gasleft();
        vm.assertEq(factory.chargeMany(batch), 3);
        vm.assertLe(gasBefore - gasleft(), 650_000, "each hostile item costs at most its cap");
        vm.assertEq(received(), AMOUNT);
    }

    function test_burnersAndBombsStopNobodysActivation() public {
        Terms[] memory terms = new Terms[](3);
        bytes32[] memory ids = new bytes32[](3);
        terms[0] = monthlyIn(address(new GasBurningToken()));
        terms[1] = monthlyIn(address(new ReturnBombToken()));
        terms[2] = monthly();
        approve(monthly(), ids[2]);
        uint256 gasBefore = gasleft();
        vm.assertEq(factory.activateMany(terms, ids), 3);
        vm.assertLe(gasBefore - gasleft(), 1_100_000, "each hostile item costs at most its cap");
        vm.assertEq(received(), AMOUNT);
    }

    function expectActivationFails(address failing) private {
        expectTransferFailed(failing);
        factory.activate(monthlyIn(failing), ID);
    }
}
