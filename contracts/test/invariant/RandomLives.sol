// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Subscription} from "../../src/Subscription.sol";
import {SubscriptionFactory} from "../../src/SubscriptionFactory.sol";
import {Terms} from "../../src/Terms.sol";
import {DemoToken} from "../../src/demo/DemoToken.sol";
import {vm} from "../support/Vm.sol";
import {CANCELLED, FROZEN_BY_OPERATOR, FROZEN_BY_PAYER, Life} from "./Life.sol";

/// @notice Lives three subscriptions at random: everything that payers, merchant, operator and strangers may do, at any
/// moment, and often at the very second that matters. After every action it compares payers' balances with what should
/// have happened; an action with a certain outcome demands that outcome.
contract RandomLives {
    uint256 public constant COUNT = 3;
    address public constant MERCHANT = address(0xBBB1);
    address public constant OPERATOR = address(0xBBB2);

    SubscriptionFactory public immutable factory;
    DemoToken public immutable token;
    Life[COUNT] private _lives;

    modifier observed() {
        _;
        for (uint256 i = 0; i < COUNT; ++i) {
            _observe(_lives[i]);
        }
    }

    constructor(SubscriptionFactory factory_, DemoToken token_) {
        factory = factory_;
        token = token_;
        _begin(0, 1, 6, 0, 365 days);
        _begin(1, 7, 3, 3, 20 days);
        _begin(2, 30, 4, 29, 100 days);
    }

    function life(uint256 index) external view returns (Life memory) {
        return _lives[index];
    }

    // ---- time

    function passHours(uint8 hours_) external observed {
        _pass(uint256(hours_ % 72) * 1 hours);
    }

    function passDays(uint8 days_) external observed {
        _pass(uint256(days_ % 45) * 1 days);
    }

    /// @dev At the second in which a charge is due, at the last of its tolerance, and at the last of its grace, a
    /// payer with money is charged; a second before the first and a second after the last, not.
    function chargeAtTheEdge(uint256 seed, uint8 edge) external observed {
        Life storage one = _lives[seed % COUNT];
        uint256[5] memory moments =
            [one.due - 1, one.due, one.due + one.tolerance(), one.deadline(), one.deadline() + 1];
        uint256 moment = moments[edge % 5];
        if (moment < vm.getBlockTimestamp() || one.isFrozen() || one.charges == 0) return;
        _pass(moment - vm.getBlockTimestamp());
        _mint(one, one.terms.amount);
        _approve(one, one.terms.amount);
        bool succeeded = _call(address(this), address(factory), abi.encodeCall(factory.charge, (_address(one))));
        vm.assertEq(succeeded, one.mayBeCharged(moment), "a charge happens exactly when it may");
    }

    // ---- charging

    /// @dev At the first and at the last second in which a draft may be activated it is, a second before and after
    /// not.
    function activateAtTheEdge(uint256 seed, uint8 edge) external observed {
        Life storage one = _lives[seed % COUNT];
        uint256[4] memory moments = [one.due - 1, one.due, one.deadline(), one.deadline() + 1];
        uint256 moment = moments[edge % 4];
        if (moment < vm.getBlockTimestamp() || one.charges != 0) return;
        _pass(moment - vm.getBlockTimestamp());
        _mint(one, one.terms.amount);
        _approve(one, one.terms.amount);
        bytes memory call_ = abi.encodeCall(factory.activate, (one.terms, one.id));
        bool succeeded = _call(address(this), address(factory), call_);
        vm.assertEq(succeeded, one.mayBeCharged(moment), "an activation happens exactly when it may");
    }

    function activate(uint256 seed) external observed {
        Life storage one = _lives[seed % COUNT];
        _call(msg.sender, address(factory), abi.encodeCall(factory.activate, (one.terms, one.id)));
    }

    function activateAll() external observed {
        Terms[] memory terms = new Terms[](COUNT);
        bytes32[] memory ids = new bytes32[](COUNT);
        for (uint256 i = 0; i < COUNT; ++i) {
            (terms[i], ids[i]) = (_lives[i].terms, _lives[i].id);
        }
        factory.activateMany(terms, ids);
    }

    function charge(uint256 seed) external observed {
        address one = _address(_lives[seed % COUNT]);
        _call(msg.sender, address(factory), abi.encodeCall(factory.charge, (one)));
    }

    function chargeAllAmongJunkAndTwice(address junk) external observed {
        address[] memory batch = new address[](2 * COUNT + 1);
        for (uint256 i = 0; i < COUNT; ++i) {
            batch[i] = _address(_lives[i]);
            batch[COUNT + 1 + i] = batch[i];
        }
        batch[COUNT] = junk;
        factory.chargeMany(batch);
    }

    // ---- stopping

    function freeze(uint256 seed, bool asOperator) external observed {
        Life storage one = _lives[seed % COUNT];
        uint256 time = vm.getBlockTimestamp();
        uint8 by = asOperator ? FROZEN_BY_OPERATOR : FROZEN_BY_PAYER;
        bool takesOver = one.flags == FROZEN_BY_OPERATOR && !asOperator;
        bool may = takesOver || (one.flags == 0 && one.mayBeFrozen(time));
        bool succeeded = _control(one, asOperator, abi.encodeCall(Subscription.freeze, ()));
        vm.assertEq(succeeded, may, "a freeze happens exactly when it may");
        if (!succeeded) return;
        if (!takesOver) one.frozenAt = time;
        if (!asOperator) one.lastUndo = 0;
        else if (one.lastUndo == 0) one.lastUndo = one.deadline();
        one.flags = by;
    }

    function unfreeze(uint256 seed, bool asOperator) external observed {
        Life storage one = _lives[seed % COUNT];
        bool isInTime = vm.getBlockTimestamp() <= one.lastUndo;
        bool may = asOperator ? one.flags == FROZEN_BY_OPERATOR && isInTime : one.isFrozen();
        bool succeeded = _control(one, asOperator, abi.encodeCall(Subscription.unfreeze, ()));
        vm.assertEq(succeeded, may, "an unfreeze happens exactly when it may");
        if (!succeeded) return;
        one.due += vm.getBlockTimestamp() - one.frozenAt;
        one.flags = 0;
        if (asOperator) return;
        (one.agreedDue, one.lastUndo) = (one.due, 0);
    }

    /// @dev Rarely, or no life would last.
    function cancel(uint256 seed, uint8 dice) external observed {
        if (dice % 32 != 0) return;
        Life storage one = _lives[seed % COUNT];
        address[3] memory parties = [one.terms.payer, MERCHANT, OPERATOR];
        address by = parties[(seed / COUNT) % 3];
        bytes memory cancellation = abi.encodeCall(factory.cancel, (one.terms, one.id));
        bool succeeded = _call(by, address(factory), cancellation);
        vm.assertEq(succeeded, one.flags & CANCELLED == 0, "a cancellation works, once");
        one.flags |= CANCELLED;
    }

    function strangerTries(address stranger, uint256 seed, uint8 choice) external observed {
        Life storage one = _lives[seed % COUNT];
        if (stranger == one.terms.payer || stranger == MERCHANT || stranger == OPERATOR) return;
        if (_address(one).code.length == 0 || stranger == address(factory)) return;
        bytes[5] memory calls = [
            abi.encodeCall(Subscription.freeze, ()),
            abi.encodeCall(Subscription.unfreeze, ()),
            abi.encodeCall(Subscription.cancel, ()),
            abi.encodeCall(Subscription.charge, ()),
            abi.encodeCall(Subscription.cancelFor, (one.terms.payer))
        ];
        bool succeeded = _call(stranger, _address(one), calls[choice % 5]);
        vm.assertTrue(!succeeded, "a stranger stops nothing and charges nothing directly");
    }

    // ---- money

    function allow(uint256 seed, uint16 amount) external observed {
        _approve(_lives[seed % COUNT], amount);
    }

    function earn(uint256 seed, uint16 amount) external observed {
        _mint(_lives[seed % COUNT], amount);
    }

    function spend(uint256 seed, uint16 amount) external observed {
        Life storage one = _lives[seed % COUNT];
        uint256 spent = amount % (one.balance + 1);
        vm.prank(one.terms.payer);
        token.transfer(address(0xCCC1), spent);
        one.balance -= spent;
    }

    // ---- what happened

    /// @dev A payer who has less than before was charged, or robbed.
    function _observe(Life storage one) private {
        uint256 balance = token.balanceOf(one.terms.payer);
        if (balance == one.balance) return;
        uint256 time = vm.getBlockTimestamp();
        vm.assertEq(one.balance - balance, one.terms.amount, "exactly one amount");
        vm.assertTrue(one.mayBeCharged(time), "charged early, late, too often, or while stopped");
        if (one.charges != 0) {
            vm.assertGe(one.ranFor, one.period() - one.lateMax(), "too close");
            vm.assertLe(time, one.lastMoment(), "later than the operator alone can make it");
        }

        bool startsGrid = one.charges == 0 && time - one.due > one.tolerance();
        one.due = (startsGrid ? time : one.due) + one.period();
        (one.agreedDue, one.lastUndo) = (one.due, 0);
        one.charges += 1;
        one.ranFor = 0;
        one.balance = balance;
        vm.assertLe(one.charges, 1 + (time - one.terms.start) / one.period(), "more than periods begun");
    }

    // ---- doing

    function _begin(uint256 index, uint16 periodDays, uint16 maxPeriods, uint16 graceDays, uint40 activation) private {
        Life storage one = _lives[index];
        uint40 start = uint40(vm.getBlockTimestamp() + index * 1 days);
        address payer = address(uint160(0xDDD0 + index));
        uint128 amount = uint128(100 + index);
        one.terms = Terms({
            token: address(token),
            merchant: MERCHANT,
            payer: payer,
            operator: OPERATOR,
            amount: amount,
            start: start,
            periodDays: periodDays,
            maxPeriods: maxPeriods,
            graceDays: graceDays,
            activateUntil: start + activation
        });
        one.id = bytes32(index);
        one.subscription = Subscription(factory.predict(one.terms, one.id));
        one.due = start;
        _mint(one, 1_000);
        _approve(one, 1_000);
    }

    function _pass(uint256 time) private {
        vm.warp(vm.getBlockTimestamp() + time);
        for (uint256 i = 0; i < COUNT; ++i) {
            if (_lives[i].isFrozen()) continue;
            _lives[i].ranFor += time;
            _serve(_lives[i], time);
        }
    }

    /// @dev As the service does it: until the last moment of the next charge, or to the end of the last period. The due
    /// moment is the contract's own, so that a law that it breaks is not broken here as well.
    function _serve(Life storage one, uint256 time) private {
        if (one.charges == 0 || one.flags == CANCELLED) return;
        (uint256 end,,) = one.subscription.state();
        if (one.charges < one.terms.maxPeriods) end += one.lateMax();
        uint256 before = vm.getBlockTimestamp() - time;
        if (end > before) one.served += end - before < time ? end - before : time;
    }

    function _control(Life storage one, bool asOperator, bytes memory call_) private returns (bool) {
        if (_address(one).code.length == 0) return false;
        return _call(asOperator ? OPERATOR : one.terms.payer, _address(one), call_);
    }

    function _call(address by, address target, bytes memory call_) private returns (bool succeeded) {
        vm.prank(by);
        (succeeded,) = target.call(call_);
    }

    function _mint(Life storage one, uint256 amount) private {
        token.mint(one.terms.payer, amount);
        one.balance += amount;
    }

    function _approve(Life storage one, uint256 amount) private {
        vm.prank(one.terms.payer);
        token.approve(_address(one), amount);
    }

    function _address(Life storage one) private view returns (address) {
        return address(one.subscription);
    }
}
