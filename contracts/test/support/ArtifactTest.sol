// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "./Vm.sol";

/// @notice Contracts are deployed from their artifacts, so that the tests run the very bytecode that is committed, and
/// compile fast.
abstract contract ArtifactTest {
    /// @dev Deploys what the compile step deploys: the optimized artifact, not this test's own compilation.
    function deployed(string memory name, bytes memory constructorArguments) internal returns (address) {
        string memory artifact = string.concat("out/deployed/", name, ".sol/", name, ".json");
        return vm.deployCode(artifact, constructorArguments);
    }
}
