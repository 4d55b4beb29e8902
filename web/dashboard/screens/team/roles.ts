/** The roles in the order of what they may do, as the service names them. */
import { say } from '../../../messages/dashboard/people-words.ts'

const roles = ['Owner', 'Manager', 'Finance', 'Support', 'Developer', 'Reader'] as const

/** Each with what it may do. */
export const roleOptions = roles.map((role) => ({ value: role, label: `${role}: ${say(role)}` }))
