/** The roles in the order of what they may do, as the service names them. */
import { say } from '../../shell/people-words.ts'

const roles = ['Owner', 'Manager', 'Finance', 'Support', 'Developer', 'Reader'] as const

export const roleOptions = roles.map((role) => ({ value: role, label: role }))

/** Says what somebody with the role may do. */
export const meaningOf = (role: string): string => {
  const known = roles.find((one) => one === role)
  return known ? say(known) : ''
}
