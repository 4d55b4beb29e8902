/** Sends a page, compressed where the browser can read that: it then fits into the first answer of a slow network. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const compress = promisify(gzip)

/** A page holds no secret that somebody could guess by its size: tokens come later, with its calls. */
export async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  void reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  if (!readsGzip(request)) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await compress(html))
}

export const readsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:,|$))/.test(String(headers['accept-encoding'] ?? ''))
