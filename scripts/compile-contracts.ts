/**
 * Compiles the contracts into the committed modules of src/chain/abi, and into the inputs that
 * verify them in contracts/verification. With `--check` it writes nothing and fails when a
 * committed file is out of step with its source.
 */
import { type ModuleParts, renderModule } from './contracts-module.ts'
import { compileContracts, contractIn } from './contracts-solc.ts'
import { compileVerifiably } from './contracts-verification.ts'
import { keepInStep } from './keep-in-step.ts'

const modules: ({ source: string; file: string } & ModuleParts)[] = [
  {
    source: 'src/SubscriptionFactory.sol',
    file: 'subscription-factory.ts',
    withBytecode: true,
    withCodeHash: true,
    isFactory: true,
  },
  // The subscription's code is part of the factory's, which deploys it.
  { source: 'src/Subscription.sol', file: 'subscription.ts', withCodeHash: true },
  {
    source: 'src/DepositFactory.sol',
    file: 'deposit-factory.ts',
    withBytecode: true,
    withCodeHash: true,
    isFactory: true,
  },
  { source: 'src/Deposit.sol', file: 'deposit.ts', withAbi: false, withCodeHash: true },
  { source: 'src/demo/DemoToken.sol', file: 'demo-token.ts', withBytecode: true },
  { source: 'src/demo/DemoTether.sol', file: 'demo-tether.ts', withBytecode: true },
]

const verification = compileVerifiably()
const isDemo = ({ source }: { source: string }) => source.startsWith('src/demo/')
const demo = compileContracts(modules.filter(isDemo).map(({ source }) => source))
const compiled = new Map([...verification.compiled, ...demo])

for (const { source, file, ...parts } of modules) {
  const contract = compiled.get(contractIn(source))!
  const text = renderModule(source, camelCase(file), contract, parts)
  keepInStep({ [`src/chain/abi/${file}`]: text })
}
for (const [path, text] of Object.entries(verification.files))
  keepInStep({ [`contracts/${path}`]: text })

function camelCase(file: string): string {
  return file.replace(/\.ts$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
