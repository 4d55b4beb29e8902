export type PlanView = {
  id: string
  name: string
  description: string
  status: string
  /** Such as `10 ltUSDC`. */
  amount: string
  asset: string
  blockchain: string
  periodSeconds: number
  gracePeriodSeconds: number
  tags: string[]
  createdAt: string
}
