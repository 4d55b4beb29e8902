/** Says whose each command is. The machines say it, beside the label of its button. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { chargeMachine } from '../../../machines/charge/charge.machine.ts'
import { customerMachine } from '../../../machines/customer/customer.machine.ts'
import { deliveryMachine } from '../../../machines/delivery/delivery.machine.ts'
import { destinationMachine } from '../../../machines/destination/destination.machine.ts'
import type { CommandMeta } from '../../../machines/effect.ts'
import { gasWalletMachine } from '../../../machines/gas-wallet/gas-wallet.machine.ts'
import { paymentMachine } from '../../../machines/payment/payment.machine.ts'
import { permitMachine } from '../../../machines/permit/permit.machine.ts'
import { planMachine } from '../../../machines/plan/plan.machine.ts'
import { subscriptionMachine } from '../../../machines/subscription/subscription.machine.ts'
import { transactionMachine } from '../../../machines/transaction/transaction.machine.ts'
import { verificationMachine } from '../../../machines/verification/verification.machine.ts'
import type { ActorKind } from '../../shared/stored-actor.ts'

export type CommandRole = CommandMeta['roles'][number]

/** The commands that some state of the machine takes, each with the roles that its transitions name. */
export function findCommands({ root }: AnyStateMachine): Map<string, Set<CommandRole>> {
  const nodes: AnyStateNode[] = [root]
  for (const node of nodes) nodes.push(...Object.values(node.states))
  const transitions = nodes.flatMap(({ transitions: ofNode }) => [...ofNode.values()].flat())
  const commands = Map.groupBy(transitions.filter(isCommand), ({ eventType }) => eventType)
  return new Map([...commands].map(([type, ways]) => [type, new Set(ways.flatMap(rolesOf))]))
}

/**
 * The commands of one role that each place of the machine may accept, as `Active.Overdue`: whether it does depends on
 * what it remembers.
 */
export function commandsByPlace(kind: ActorKind, role: CommandRole): Map<string, string[]> {
  const { root } = machines[kind]
  const places = Object.values(root.states).flatMap((status) => {
    const phases = Object.values(status.states)
    return phases.length === 0 ? [[root, status]] : phases.map((phase) => [root, status, phase])
  })
  const namesAt = (nodes: AnyStateNode[]) =>
    nodes.flatMap((node) =>
      [...node.transitions.values()]
        .flat()
        .filter((transition) => isCommand(transition) && rolesOf(transition).includes(role))
        .map(({ eventType }) => eventType.slice(eventType.indexOf('.') + 1)),
    )
  return new Map(
    places.map((nodes) => [
      nodes
        .slice(1)
        .map(({ key }) => key)
        .join('.'),
      [...new Set(namesAt(nodes).toReversed())],
    ]),
  )
}

export const isCommand = ({ meta }: AnyTransitionDefinition): boolean =>
  meta?.['label'] !== undefined
const rolesOf = ({ meta }: AnyTransitionDefinition) => meta?.['roles'] as CommandRole[]

const machines: Record<ActorKind, AnyStateMachine> = {
  plan: planMachine,
  subscription: subscriptionMachine,
  charge: chargeMachine,
  payment: paymentMachine,
  transaction: transactionMachine,
  delivery: deliveryMachine,
  customer: customerMachine,
  destination: destinationMachine,
  verification: verificationMachine,
  gasWallet: gasWalletMachine,
  permit: permitMachine,
}

const rolesOfCommands = new Map(
  Object.values(machines).flatMap((machine) => [...findCommands(machine)]),
)

/** Commands that only end or lower what can be taken from a payer, or say why: what a token may send that may only leave. */
export const leavingCommands: ReadonlySet<string> = new Set([
  'pause',
  'pauseUntil',
  'cancel',
  'cancelAtPeriodEnd',
  'withdraw',
  'giveFeedback',
])

/** Whether a person of this role may send the command, such as `subscription.pause`. */
export const mayCommand = (role: CommandRole, type: string): boolean =>
  rolesOfCommands.get(type)?.has(role) === true
