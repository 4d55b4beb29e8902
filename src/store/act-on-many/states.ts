/** How far a command to many is, and what became of one of its targets. */
export const jobStatuses = ['Running', 'Done', 'Stopped'] as const

/** `Refused`: it moved on meanwhile. `Gone`: it is not there any more. `Failed`: a fault of the service. */
export const targetOutcomes = ['Done', 'Refused', 'Gone', 'Failed'] as const
