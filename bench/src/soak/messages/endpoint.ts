/** A customer's webhook endpoint that stores the events it receives about messages sent through the API. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Told {
  id?: string
  type: string
  data: { message?: { id: string } }
}

export interface Endpoint extends AsyncDisposable {
  url: string
  /** By message the ids of the events that came, each as often as it came. */
  events: Map<string, string[]>
}

/** Takes events in batches, each with its own id. */
export async function startEndpoint(): Promise<Endpoint> {
  const events: Endpoint['events'] = new Map()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: Told[] }
      for (const { id = '', data: of } of data) {
        if (of.message === undefined) continue
        events.set(of.message.id, [...(events.get(of.message.id) ?? []), id])
      }
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
