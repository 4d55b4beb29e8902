import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a result of a try counts again when it comes again',
    file: 'src/store/engine/outbox.ts',
    before: "\n          and not (t.kind = 'delivery' and ${isAmongRepeats('t')})",
    after: '',
    title:
      'a result of a try that stands in one row with the tries before it comes again, and counts once',
  },
  {
    fault: 'a result of a try is taken for forged when it comes again',
    file: 'src/store/engine/origins.ts',
    before: "where ${isAmongRepeats('told')}",
    after: 'where false',
    title:
      'a result of a try that stands in one row with the tries before it comes again, and counts once',
  },
  {
    fault: 'a message that was consumed is told again',
    file: 'src/store/engine/outbox.ts',
    before: 'select message_id from journal where message_id = any(array(select id from asked))',
    after: "select ''",
    title:
      'the actor relay sends a message that only the outbox holds, and not again once it is done',
  },
  {
    fault: 'a message between actors that the bus lost stays where it is',
    file: 'src/relays/actor.relay.ts',
    before: 'await bus.publish(waiting.map(toMessage))',
    after: 'await bus.publish(waiting.slice(0, 0).map(toMessage))',
    title:
      'the actor relay sends a message that only the outbox holds, and not again once it is done',
  },
]
