/** Whatever is sent to whatever route: it is refused in words or it works; it is never a failure of ours. */
import { afterAll, expect, test } from 'vitest'
import { malformedRequests, told } from './malformed-requests.ts'
import { Installation } from '@notifly/server/testing/installation'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { type Route, routesOf, send, sampleRequest } from './routes.ts'
import { newWorld, valuesOf } from './world.ts'

/** One crooked request of so many is sent here; long.ts sends them all. */
const ONE_OF = 8
const AT_ONCE = 4

// A product of its own: the attempts to sign in would lock out all other tests.
const product = await Installation.create()
const receiver = await startMailCounter()
await product.start()
const world = await newWorld(product, receiver.port, 'Crooked')
afterAll(async () => {
  await product.remove()
  await receiver.stop()
})

test('no request makes the product fail', async () => {
  const failed: string[] = []
  const shots = (await routesOf(product.url)).flatMap((route, index) =>
    shotsAt(route).filter((_, place) => place % ONE_OF === index % ONE_OF),
  )
  const line = shots.values()
  const sendOn = async () => {
    for (const shot of line) {
      const { status, text } = await send(product.url, shot, world.owner.token)
      if (status >= 500) failed.push(`${told(shot)}: ${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
  expect(failed).toEqual([])
  expect(product.errors).toEqual([])
  expect(shots.length).toBeGreaterThan(1000)
})

function shotsAt(route: Route) {
  return malformedRequests(route, sampleRequest(route, valuesOf(world)))
}
