/** Every command that a state does not take is answered 409, with those that it takes. */
import { expectSame } from '../../differences.ts'

type Answer = { status: number; body: Record<string, unknown> }

export async function expectRefusals<Command extends string>(
  commands: readonly Command[],
  allowed: readonly string[],
  send: (command: Command) => Promise<Answer>,
): Promise<void> {
  for (const command of commands.filter((one) => !allowed.includes(one))) {
    const { status, body } = await send(command)
    expectSame(
      `${command} is not refused as it has to be`,
      { status, code: body['code'], allowed: sorted(body['allowed']) },
      { status: 409, code: 'CommandNotAllowed', allowed: sorted(allowed) },
    )
  }
}

/** Lists are compared without their order. */
const sorted = (list: unknown): unknown =>
  Array.isArray(list) ? list.map(String).sort((one, other) => one.localeCompare(other)) : list
