import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import * as wire from 'dns-packet'
import type { ZoneRecord, Zones } from './zones.ts'

// The emulated DNS resolver: over UDP, and over TCP for longer answers (RFC 1035 section 4.2, RFC 7766).

interface ResolverOptions {
  host: string
  /** 0 takes a free port. */
  port: number
  zones: Zones
  onError(error: unknown): void
}

export interface Resolver {
  port: number
  stop(): Promise<void>
}

/** Maximum answer over UDP: the default, and for a client that announces more (RFC 6891). */
const UDP_BYTES = 512
const UDP_BYTES_MOST = 1232
const IDLE_MS = 10_000
const CONNECTIONS_MAX = 50
const TTL_SECONDS = 5
const ATTEMPTS = 5
const RCODE = { formatError: 1, serverFailure: 2, noSuchName: 3, notImplemented: 4 }

/** Starts listening; rejects if the port is taken. */
export async function startResolver(options: ResolverOptions): Promise<Resolver> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listen(options)
    } catch (error) {
      // A port that is free for TCP may be taken for UDP. If any port will do, another one is tried.
      if (options.port !== 0 || attempt === ATTEMPTS) throw error
    }
  }
}

async function listen({ host, port, zones, onError }: ResolverOptions): Promise<Resolver> {
  await using stops = new AsyncDisposableStack()
  const open = new Set<Socket>()
  const tcp = createServer(socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    serve(socket, zones)
  })
  tcp.maxConnections = CONNECTIONS_MAX
  tcp.listen(port, host)
  await once(tcp, 'listening')
  stops.defer(async () => {
    for (const socket of open) socket.destroy()
    await new Promise(resolve => tcp.close(resolve))
  })
  const taken = (tcp.address() as AddressInfo).port
  const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  udp.bind(taken, host)
  await once(udp, 'listening')
  stops.defer(() => new Promise(resolve => udp.close(() => resolve())))
  tcp.on('error', onError)
  udp.on('error', onError)
  udp.on('message', (message, from) => {
    const answer = answerTo(message, zones)
    if (answer !== undefined) udp.send(shortened(answer), from.port, from.address)
  })
  const kept = stops.move()
  return { port: taken, stop: () => kept.disposeAsync() }
}

/** Answers the queries of a connection, each preceded by its length in two bytes. */
function serve(socket: Socket, zones: Zones): void {
  let received = Buffer.alloc(0)
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      const answer = answerTo(received.subarray(2, end), zones)
      received = received.subarray(end)
      if (answer === undefined) return socket.destroy()
      socket.write(wire.streamEncode(answer.packet))
    }
  })
}

interface Answer {
  packet: wire.Packet
  /** The maximum that the client accepts over UDP. */
  udpBytes: number
}

/** Undefined if the message is not a query. */
function answerTo(message: Buffer, zones: Zones): Answer | undefined {
  let query: wire.DecodedPacket
  try {
    query = wire.decode(message)
  } catch {
    return undefined
  }
  const [question] = query.questions ?? []
  if (query.type !== 'query') return undefined
  const edns = query.additionals?.find(({ type }) => type === 'OPT')
  const udpBytes = edns === undefined ? UDP_BYTES : UDP_BYTES_MOST
  const flags = wire.RECURSION_AVAILABLE | (query.flag_rd ? wire.RECURSION_DESIRED : 0)
  const reply = (code: number, answers: wire.Answer[] = []): Answer => ({
    packet: { type: 'response', id: query.id, flags: flags | code, questions: query.questions, answers },
    udpBytes,
  })
  if (question === undefined) return reply(RCODE.formatError)
  const found = zones.find(question.name, question.type)
  if (found === 'unknown') return reply(RCODE.noSuchName)
  if (found === 'loop') return reply(RCODE.serverFailure)
  return reply(0, found.records.map(onWire))
}

function onWire({ name, type, value }: ZoneRecord): wire.Answer {
  const shared = { name, ttl: TTL_SECONDS }
  switch (type) {
    case 'TXT':
      return { ...shared, type, data: chunksOf(Buffer.from(value)) }
    case 'MX': {
      const [preference = '0', exchange = ''] = value.split(' ')
      return { ...shared, type, data: { preference: Number(preference), exchange } }
    }
    case 'A':
    case 'AAAA':
    case 'CNAME':
      return { ...shared, type, data: value }
  }
}

/** A DNS text consists of strings of at most 255 bytes. */
function chunksOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) =>
    bytes.subarray(index * 255, (index + 1) * 255),
  )
}

/** Truncates an answer that is too long, so that the client repeats the query over TCP. */
function shortened({ packet, udpBytes }: Answer): Buffer {
  const bytes = wire.encode(packet)
  if (bytes.length <= udpBytes) return bytes
  return wire.encode({ ...packet, flags: (packet.flags ?? 0) | wire.TRUNCATED_RESPONSE, answers: [] })
}
