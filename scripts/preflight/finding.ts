/** Describes what preflight finds, and what somebody has to do about it. */
import { errorText } from '../../src/shared/errors.ts'

type Grade = 'ok' | 'warning' | 'failed'

/** `says` is a sentence without its end; `todo`, of all but `ok`, says what to do. */
export type Finding = { grade: Grade; about: string; says: string; todo?: string }

export const ok = (about: string, says: string): Finding => ({ grade: 'ok', about, says })

export const warning = (about: string, says: string, todo: string): Finding => ({
  grade: 'warning',
  about,
  says,
  todo,
})

export const failed = (about: string, says: string, todo: string): Finding => ({
  grade: 'failed',
  about,
  says,
  todo,
})

/** Looks; what cannot be looked at has failed, with the error's words as `describe` has them. */
export async function look(
  about: string,
  todo: string,
  find: () => Promise<Finding[]>,
  describe: (error: unknown) => string = errorText,
): Promise<Finding[]> {
  try {
    return await find()
  } catch (error) {
    return [failed(about, describe(error).replaceAll('\n', '; '), todo)]
  }
}

const gradeWidth = 8

/** One line: a grade, what it is about, what was found, and what to do. */
export const toLine = ({ grade, about, says, todo }: Finding): string =>
  `${grade.padEnd(gradeWidth)}${about}: ${says}${todo === undefined ? '' : `. To do: ${todo}`}`
