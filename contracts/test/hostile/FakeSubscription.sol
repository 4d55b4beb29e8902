// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Answers `charge()` with any bytes, as a success or as a revert.
contract FakeSubscription {
    bytes private _answer;
    bool private immutable _reverts;

    constructor(bytes memory answer, bool reverts) {
        _answer = answer;
        _reverts = reverts;
    }

    function charge() external view {
        bytes memory answer = _answer;
        bool reverts = _reverts;
        assembly {
            if reverts { revert(add(answer, 32), mload(answer)) }
            return(add(answer, 32), mload(answer))
        }
    }
}
