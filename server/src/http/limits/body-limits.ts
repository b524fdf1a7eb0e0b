/**
 * Limits for bodies while they arrive, beyond what Node and Fastify limit themselves (the time of headers and of a whole request, the size
 * of JSON): a body must make progress, and all unfinished bodies together must leave memory for other callers. If there are too many, the
 * caller with the most loses its largest one.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { AppError } from '../../lib/app-error.ts'
import { networkOf } from '../../lib/rate-limit.ts'

export interface BodyLimits {
  /** Unfinished bodies of one application, or of one network if the caller is not signed in. */
  perCaller: number
  /** Bytes of one caller's bodies in memory, and of all callers together. */
  callerBytes: number
  totalBytes: number
  /** A body may be slow for this long; then it has to keep this average. */
  patienceMs: number
  minBytesPerSecond: number
  checkMs: number
}

export const BODY_LIMITS: BodyLimits = {
  perCaller: 200,
  callerBytes: 64 * 1_048_576,
  totalBytes: 256 * 1_048_576,
  patienceMs: 20_000,
  minBytesPerSecond: 500,
  checkMs: 250,
}

/** For a form with a file: its fields are held in memory within these limits; its file goes to disk or is small. */
export const FILE_FORM_LIMITS = { files: 1, fields: 32, fieldSize: 131_072, parts: 48 } as const
const FILE_FORM_BYTES = FILE_FORM_LIMITS.fields * FILE_FORM_LIMITS.fieldSize

interface Body {
  caller: string
  raw: IncomingMessage
  reply: FastifyReply
  isRefused: boolean
  /** Whether its handler has finished, whether or not the client is still there. */
  isAnswered: boolean
  startedAtMs: number
  startBytes: number
  /** Its maximum size, and how much of it is ever in memory. */
  maxBytes: number
  heldBytesMax: number
}

/** Refuses bodies that are too large before they are read, and ends those that are too slow, too long or too many. */
export function limitBodies(app: FastifyInstance, limits: BodyLimits): void {
  const open = new Set<Body>()
  const bodies = new WeakMap<FastifyRequest, Body>()
  app.addHook('preParsing', async (request, reply) => {
    if (!isArriving(request)) return
    const body = bodyOf(request, reply)
    if (Number(request.headers['content-length'] ?? 0) > body.maxBytes) throw new AppError('tooLarge')
    const others = [...open].filter(other => other.caller === body.caller && isUnfinished(other))
    if (others.length >= limits.perCaller) throw new AppError('tooManyRequests', { retryAfterSeconds: 5 })
    open.add(body)
    bodies.set(request, body)
    reply.raw.once('close', () => isOver(body) && open.delete(body))
  })
  app.addHook('onSend', async request => {
    const body = bodies.get(request)
    if (body !== undefined) body.isAnswered = true
  })
  const timer = setInterval(() => {
    for (const body of open) {
      if (isOver(body)) open.delete(body)
      else if (isTooSlow(body, limits)) end(body)
      else if (isTooLong(body)) refuseOrEnd(body)
    }
    freeMemory(open, limits)
  }, limits.checkMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Requests from within the process (`inject`) come as a whole, without a connection. */
function isArriving({ headers, raw }: FastifyRequest): boolean {
  if (!(raw.socket instanceof Socket)) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function bodyOf(request: FastifyRequest, reply: FastifyReply): Body {
  const { raw, caller, keyCaller, routeOptions } = request
  const hasFile = routeOptions.config.endpoint?.multipart !== undefined
  // An unknown path has no limit of its own.
  const maxBytes = routeOptions.bodyLimit ?? request.server.initialConfig.bodyLimit ?? 0
  return {
    caller: (caller ?? keyCaller)?.applicationId ?? caller?.accountId ?? networkOf(request.ip),
    raw,
    reply,
    isRefused: false,
    isAnswered: false,
    startedAtMs: performance.now(),
    // The start of the body may have come with the headers.
    startBytes: raw.socket.bytesRead - raw.readableLength,
    maxBytes,
    heldBytesMax: hasFile ? Math.min(FILE_FORM_BYTES, maxBytes) : maxBytes,
  }
}

/**
 * A parsed body stays in memory until its handler finishes, even if the client has hung up, and data sent after an early answer still
 * arrives.
 */
function isOver({ raw, reply, isAnswered }: Body): boolean {
  return isAnswered && reply.raw.closed && (raw.complete || raw.destroyed)
}

function isUnfinished({ raw }: Body): boolean {
  return !raw.complete && !raw.destroyed
}

/** Without TLS of our own on the connection, these are the bytes of the body, plus the marks between chunks. */
function receivedBytes({ raw, startBytes }: Body): number {
  return raw.socket.bytesRead - startBytes
}

function heldBytes(body: Body): number {
  return Math.min(receivedBytes(body), body.heldBytesMax)
}

function isTooSlow(body: Body, { patienceMs, minBytesPerSecond }: BodyLimits): boolean {
  const tookMs = performance.now() - body.startedAtMs
  return isUnfinished(body) && tookMs > patienceMs && receivedBytes(body) < (tookMs / 1000) * minBytesPerSecond
}

/** For bodies without a declared length: what exceeds the limit is discarded for a while, since most handlers answer by then. */
function isTooLong(body: Body): boolean {
  return (
    isUnfinished(body) && body.raw.headers['content-length'] === undefined && receivedBytes(body) > 2 * body.maxBytes
  )
}

function freeMemory(open: Set<Body>, { callerBytes, totalBytes }: BodyLimits): void {
  const held = new Map<string, number>()
  for (const body of open) held.set(body.caller, (held.get(body.caller) ?? 0) + heldBytes(body))
  let total = held.values().reduce((sum, bytes) => sum + bytes, 0)
  for (const [caller, bytes] of [...held].sort((a, b) => b[1] - a[1])) {
    let left = bytes
    const unfinished = [...open].filter(body => body.caller === caller && isUnfinished(body))
    for (const body of unfinished.sort((a, b) => heldBytes(b) - heldBytes(a))) {
      const isTooMuch = left > callerBytes || total > totalBytes
      if (!isTooMuch) break
      left -= heldBytes(body)
      total -= heldBytes(body)
      open.delete(body)
      end(body)
    }
  }
}

/**
 * A form with a file is read to its end before its handler answers, and this one may have no end: it is answered here. Its connection is
 * closed at the next check, so that the answer arrives first.
 */
function refuseOrEnd(body: Body): void {
  if (body.isRefused) return end(body)
  body.isRefused = true
  if (body.reply.sent) return
  // What the handler sends from now on is ignored.
  body.reply.send(new AppError('tooLarge')).hijack()
}

/** Closes the connection: a caller that is still sending would not read an answer. */
function end({ raw }: Body): void {
  raw.destroy()
}
