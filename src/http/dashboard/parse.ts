/** Reads a request's parts with the same strictness as the merchant API. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseInput, type Schemas } from '../requests/input.ts'
import { readQuery } from '../requests/query-string.ts'
import { text } from '../schemas/fields.ts'

const pathTextLengthMax = 500

type Parsed<Given extends Schemas> = {
  [Part in keyof Given]: Given[Part] extends z.ZodType ? z.output<Given[Part]> : undefined
}

/** Returns the parts that have a schema; throws a `BadRequest` that names every fault. */
export function parse<Given extends Schemas>(
  request: FastifyRequest,
  schemas: Given,
): Parsed<Given> {
  const parts = {
    params: request.params,
    query: schemas.query && readQuery(request.raw.url ?? ''),
    body: request.body ?? {},
  }
  return parseInput(schemas, parts) as Parsed<Given>
}

/** A part of an address that names something; what the database cannot store names nothing. */
export const PathText = text('text', pathTextLengthMax)

/** The `:id` of an address; the network beside it is read elsewhere. */
export const IdParams = z.object({ id: PathText })
