/** An account as operators read it. */
export type Account = {
  id: string
  email: string
  role: string
  merchantId: string | null
  merchantName: string | null
  hasPassword: boolean
  hasSecondFactor: boolean
  isDisabled: boolean
  isDemo: boolean
  createdAt: string
  lastLoginAt: string | null
  sessions: number
}
