import { expect, test } from 'vitest'
import { type Leave, Places } from './places.ts'

const options = { places: 1, placesPerKey: 1, waitingPerKey: 3, waitingMax: 5, waitMs: 60_000 }

test('keys take turns: a long queue of one delays another by one piece of work', async () => {
  const places = new Places(options)
  const order: string[] = []
  const first = await places.take('a')
  const leaves: Leave[] = []
  const wait = (key: string, name: string) =>
    places.take(key).then(leave => {
      order.push(name)
      leaves.push(leave)
    })
  const waiting = [wait('a', 'a1'), wait('a', 'a2'), wait('a', 'a3'), wait('b', 'b1')]
  first()
  for (const _ of waiting) {
    await Promise.resolve()
    await Promise.resolve()
    leaves.pop()?.()
  }
  await Promise.all(waiting)
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('one key has no more than its places, while others are free', async () => {
  const places = new Places({ ...options, places: 2 })
  await places.take('a')
  const second = places.take('a')
  const other = await places.take('b')
  other()
  const answered = await Promise.race([second.then(() => 'second'), Promise.resolve('still waiting')])
  expect(answered).toBe('still waiting')
})

test('too much that waits is refused at once, in words that say what to do', async () => {
  const places = new Places(options)
  await places.take('a')
  for (let count = 0; count < 3; count++) void places.take('a')
  await expect(places.take('a')).rejects.toMatchObject({
    error: 'tooManyRequests',
    message: 'Too much in progress. Wait a few seconds and try again.',
  })
  void places.take('b')
  void places.take('b')
  await expect(places.take('c')).rejects.toMatchObject({ error: 'unavailable' })
})

test('who waits for too long is refused and leaves the queue', async () => {
  const places = new Places({ ...options, waitMs: 1 })
  const leave = await places.take('a')
  await expect(places.take('b')).rejects.toMatchObject({ error: 'unavailable' })
  leave()
  await expect(places.take('c')).resolves.toBeTypeOf('function')
})
