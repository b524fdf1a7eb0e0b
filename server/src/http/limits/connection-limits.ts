import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../lib/rate-limit.ts'

export interface ConnectionLimits {
  /** From the start of a connection, or of a further request on it, to the end of its headers. */
  headersMs: number
  /** To the last byte of a body. Answers, such as event streams, may take longer. */
  requestMs: number
  /** Interval of checks. */
  checkMs: number
  connections: number
  /** Connections of one network that is not a trusted proxy; a large office shares one address. */
  perNetwork: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  // The largest upload, 100 MB, at 58 KB/s.
  requestMs: 30 * 60_000,
  checkMs: 5_000,
  connections: 10_000,
  perNetwork: 1_000,
}

/** Closes connections above the limits at once, so that one network cannot occupy all of them. */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  { connections, perNetwork }: ConnectionLimits,
): void {
  server.maxConnections = connections
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    if (count > perNetwork) return void socket.destroy()
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  })
}
