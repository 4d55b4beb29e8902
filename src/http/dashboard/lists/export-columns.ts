/** The columns of the lists' exports: the fields of the resources, one value in each. */
import type { PaidPlan } from '../../../store/views/entities/paid-plans.ts'
import type { Cell } from './csv.ts'

/** The names of columns, and the cells of a row under them. */
export type Columns<Row> = {
  names: readonly string[]
  toCells(row: Row, now: Date): Cell[]
  /** Columns of what rows name but do not hold: read for many of them at once. */
  plan?: { names: readonly (keyof PaidPlan)[]; contractOf: (row: Row) => string }
}

/** Columns of some of the values of a row. */
export const columnsOf =
  <Row>() =>
  <Name extends string>(
    names: readonly Name[],
    toValues: (row: Row, now: Date) => { [One in Name]: Cell },
  ): Columns<Row> => ({
    names,
    toCells(row, now) {
      const values = toValues(row, now)
      return names.map((name) => values[name])
    },
  })

/** `10 ltUSDC` without its asset, which has a column of its own. */
export const amountOf = (money: string): string => money.split(' ', 1)[0]!
