// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The cheatcodes of forge that these tests use.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function assume(bool condition) external pure;
    function assertEq(address left, address right) external pure;
    function assertEq(address left, address right, string calldata rule) external pure;
    function assertEq(bool left, bool right, string calldata rule) external pure;
    function assertEq(bytes32 left, bytes32 right) external pure;
    function assertEq(bytes calldata left, bytes calldata right) external pure;
    function assertEq(string calldata left, string calldata right) external pure;
    function assertEq(uint256 left, uint256 right) external pure;
    function assertEq(int256 left, int256 right) external pure;
    function assertEq(uint256 left, uint256 right, string calldata rule) external pure;
    function assertGe(uint256 left, uint256 right, string calldata rule) external pure;
    function assertLe(uint256 left, uint256 right, string calldata rule) external pure;
    function assertNotEq(address left, address right) external pure;
    function assertTrue(bool condition, string calldata rule) external pure;
    function chainId(uint256 id) external;
    function deal(address account, uint256 balance) external;
    function deployCode(string calldata artifact) external returns (address);
    function deployCode(string calldata artifact, bytes calldata constructorArguments) external returns (address);
    function etch(address target, bytes calldata code) external;
    function fee(uint256 baseFeePerGas) external;
    function expectEmit(address emitter) external;
    function expectRevert() external;
    function expectRevert(bytes calldata revertData) external;
    function getBlockTimestamp() external view returns (uint256);
    function getRecordedLogs() external returns (Log[] memory);
    function prank(address sender) external;
    function recordLogs() external;
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 privateKey) external pure returns (address);
    function warp(uint256 time) external;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
