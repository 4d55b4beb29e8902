/**
 * Follows a request, a turn and a call of somebody else. Off by default: then each of these costs a comparison, and no
 * library is loaded. `setTracing` gives the follower (src/operating/traces). Decision 0119.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { errorText } from '../errors.ts'

/** The place of a span in its trace, as W3C's header `traceparent` has it. */
export type TraceParent = string

export type SpanAbout = {
  kind: 'server' | 'consumer' | 'client'
  /** The span that it is a part of; without it, it begins a trace. */
  parent?: TraceParent | undefined
  /** Other spans that it does the work of. */
  links?: readonly TraceParent[]
  attributes: Record<string, string | number>
}

export type OpenSpan = { trace: TraceParent; end(failure?: string): void }
export type Tracing = { begin(name: string, about: SpanAbout): OpenSpan }

let tracing: Tracing | null = null
const current = new AsyncLocalStorage<OpenSpan>()

/** Follows everything from now on; null: nothing. */
export function setTracing(next: Tracing | null): void {
  tracing = next
}

/** Begins a span that somebody ends; null where traces are off. `about` is asked only where they are on. */
export const beginSpan = (name: string, about: () => SpanAbout): OpenSpan | null =>
  tracing ? tracing.begin(name, about()) : null

/**
 * Does work in a span, which what it asks for is a part of. A thrown error is its failure where `isFailure` says so.
 */
export async function inSpan<Result>(
  name: string,
  about: () => SpanAbout,
  work: () => Promise<Result>,
  isFailure: (error: unknown) => boolean = () => true,
): Promise<Result> {
  const span = beginSpan(name, about)
  if (!span) return work()
  try {
    const result = await current.run(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(isFailure(error) ? errorText(error) : undefined)
    throw error
  }
}

/** Returns the trace of the span that this is done in, for a cause; nothing where there is none. */
export function currentTrace(): { trace?: TraceParent } {
  const span = tracing ? current.getStore() : undefined
  return span ? { trace: span.trace } : {}
}
