/** Opens a socket for a host name: resolves it, checks the addresses, and connects to the first that responds. */
import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { SmtpSettings } from './settings.ts'
import { SmtpError } from './smtp-error.ts'
import { ReceiveBuffer, SmtpSocket } from './smtp-socket.ts'

const ADDRESSES_TRIED = 4
// A dead IPv6 route must not eat the whole time while an IPv4 address waits.
const EARLY_ATTEMPT_MS = 3000

/** Returns the addresses of the host that we may connect to. Throws `host_not_found` or `address_not_allowed`. */
export async function resolveHost(settings: SmtpSettings): Promise<string[]> {
  const host = settings.host.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(host) === 0 ? await lookUp(host, settings.timeouts.connectMs) : [host]
  const allowed = addresses.filter(address => settings.isAllowedAddress(address))
  if (allowed.length === 0) throw new SmtpError('address_not_allowed', settings.host)
  return allowed.slice(0, ADDRESSES_TRIED)
}

/** Opens a connection to the first address that responds. Throws the error of the last one. */
export async function dial(settings: SmtpSettings, addresses: string[]): Promise<SmtpSocket> {
  const last = addresses.length - 1
  for (const [index, address] of addresses.entries()) {
    const { connectMs } = settings.timeouts
    const timeoutMs = index === last ? connectMs : Math.min(connectMs, EARLY_ATTEMPT_MS)
    const inlet = new ReceiveBuffer()
    try {
      return new SmtpSocket(await openSocket({ host: address, port: settings.port, timeoutMs, inlet }), inlet)
    } catch (error) {
      if (index === last) throw error
    }
  }
  throw new SmtpError('host_not_found', settings.host)
}

async function lookUp(host: string, timeoutMs: number): Promise<string[]> {
  const timer = Promise.withResolvers<never>()
  const timeout = setTimeout(
    () => timer.reject(new SmtpError('host_not_found', 'the name server did not answer')),
    timeoutMs,
  )
  try {
    const found = await Promise.race([lookup(host, { all: true, verbatim: true }), timer.promise])
    return found.map(entry => entry.address)
  } finally {
    clearTimeout(timeout)
  }
}

interface Target {
  host: string
  port: number
  timeoutMs: number
  inlet: ReceiveBuffer
}

function openSocket({ host, port, timeoutMs, inlet }: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, onread: inlet.options })
    const timeout = setTimeout(
      () => socket.destroy(new SmtpError('connection_timeout', `${host} port ${port}`)),
      timeoutMs,
    )
    socket.once('error', error => {
      clearTimeout(timeout)
      reject(error)
    })
    socket.once('connect', () => {
      clearTimeout(timeout)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}
