/** Sends a page, compressed where the browser can read that: it then fits into the first answer of a slow network. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/** A page holds no secret that somebody could guess by its size: tokens come later, with its calls. */
export async function sendHtml(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  void reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const accepted = headers['accept-encoding'] ?? ''
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:,|$))/.test(String(accepted))) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await compress(html))
}
