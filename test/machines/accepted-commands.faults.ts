import type { PlantedFault } from '../../scripts/planted-faults/planted-fault.ts'

export const faults: PlantedFault[] = [
  {
    fault: 'a right to withdraw that is over is listed still',
    file: 'machines/subscription/subscription.pausing.ts',
    before: "    case 'withdraw':\n      return withdrawUntilOf(context)\n",
    after: '',
    title: 'is the same as the guards say, however much later it is asked',
  },
  {
    fault: 'a pause that the service could not end any more in time is listed, and begun',
    file: 'machines/subscription/subscription.pausing.ts',
    before: ' &&\n  isPausableTo(context, until)',
    after: '',
    title: 'a pause is begun only while the service can still end it',
  },
  {
    fault: 'a pause until too late a day is taken and dropped',
    file: 'machines/subscription/transitions/frozen.ts',
    before: "guard: { type: 'isToResumeThen', params: eventOf<PauseUntil> }",
    after: "guard: { type: 'mayPause' }",
    title:
      'a pause with an end that cannot be kept is refused, and never taken and dropped (newcomer F4)',
  },
]
