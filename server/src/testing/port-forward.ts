/** A port that stays while what is behind it is killed and comes back on another one. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface PortForward {
  port: number
  /** Where new connections lead from now on. */
  lead(port: number): void
  close(): Promise<void>
}

export async function startPortForward(target: number): Promise<PortForward> {
  let current = target
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, near => {
    const far = connect({ host: '127.0.0.1', port: current, noDelay: true })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lead: port => (current = port),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
