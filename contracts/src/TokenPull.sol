// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SubscriptionErrors} from "./SubscriptionErrors.sol";

/// @notice Moves tokens by allowance and believes no token more than it must.
library TokenPull {
    bytes4 private constant TRANSFER_FROM = 0x23b872dd; // transferFrom(address,address,uint256)

    /// @notice Moves `amount` from `from` to `to` or reverts. Success is the answer `true`, or no answer at all from
    /// an address with code, as USDT gives it. Only 32 bytes of an answer are ever copied.
    function pull(address token, address from, address to, uint256 amount) internal {
        bool succeeded;
        bool saidTrue;
        uint256 answerBytes;
        assembly ("memory-safe") {
            let request := mload(0x40)
            mstore(request, TRANSFER_FROM)
            mstore(add(request, 0x04), from)
            mstore(add(request, 0x24), to)
            mstore(add(request, 0x44), amount)
            succeeded := call(gas(), token, 0, request, 0x64, 0, 0x20)
            answerBytes := returndatasize()
            saidTrue := and(succeeded, and(gt(answerBytes, 31), eq(mload(0), 1)))
        }
        if (!saidTrue) {
            bool movedSilently = succeeded && answerBytes == 0 && token.code.length != 0;
            if (!movedSilently) revert SubscriptionErrors.TransferFailed(token);
        }
    }
}
