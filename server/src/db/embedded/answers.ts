import { once } from 'node:events'
import { connect } from 'node:net'

/** SSLRequest (PostgreSQL, "Message Formats"): its length and its code. A server answers with one byte before anything else. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Whether the server at this port of this machine says anything within the time, at whatever state it is in, full of connections
 * included. One that was stopped or is stuck is connected to by the system and stays silent.
 */
export async function answersAt(port: number, timeoutMs: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    await once(socket, 'connect', { signal })
    socket.write(SSL_REQUEST)
    await once(socket, 'data', { signal })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
