/**
 * Entry of a process that posts bodies through an undici pool and does nothing else: the limit for every HTTP channel, and a caller of the
 * API that uses little processor time.
 */
import { Pool } from 'undici'

interface Order {
  origin: string
  path: string
  headers: Record<string, string>[]
  bodies: string[]
  count: number
  connections: number
}

process.on('message', (order: Order) => {
  void post(order).then(
    seconds => process.send?.({ seconds }),
    (error: Error) => process.send?.({ refusal: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))

let pool: Pool | undefined

async function post({ origin, path, headers, bodies, count, connections }: Order): Promise<number> {
  pool ??= new Pool(origin, { connections })
  const ready = pool
  let begun = 0
  const began = performance.now()
  const lines = Array.from({ length: connections }, async () => {
    while (begun < count) {
      const no = begun++
      const body = bodies[no % bodies.length] ?? ''
      const answer = await ready.request({ path, method: 'POST', headers: headers[no % headers.length] ?? {}, body })
      const text = await answer.body.text()
      if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`)
    }
  })
  await Promise.all(lines)
  return (performance.now() - began) / 1000
}
