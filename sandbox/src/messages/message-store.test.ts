import { expect, test } from 'vitest'
import { testDirectory } from '../testing/test-sandbox.ts'
import { BODY_SEARCH_DEPTH, MessageStore, type StoreLimits } from './message-store.ts'

const LIMITS: StoreLimits = { maxMessages: 1000, maxBytes: 100 << 20 }

function mail(to: string | string[], subject = 'Hello', body = 'body') {
  const recipients = [to].flat()
  const raw = Buffer.from(body)
  return { channel: 'email', provider: 'smtp', sender: 's@x.example', from: 'Shop', subject, recipients, raw }
}

async function open(limits: Partial<StoreLimits> = {}, directory?: string) {
  return new MessageStore(directory ?? (await testDirectory()), { ...LIMITS, ...limits })
}

async function subjects(store: MessageStore, filter = {}, page = 1, perPage = 100) {
  const { messages } = await store.list(filter, page, perPage)
  return messages.map(({ subject }) => subject)
}

test('lists newest first, a page at a time', async () => {
  const store = await open()
  for (let i = 1; i <= 5; i++) await store.add(mail('a@x.example', `mail ${i}`), i)
  expect(await subjects(store, {}, 1, 2)).toEqual(['mail 5', 'mail 4'])
  expect(await subjects(store, {}, 3, 2)).toEqual(['mail 1'])
  expect(await subjects(store, {}, 4, 2)).toEqual([])
  expect(await subjects(store, { to: 'a@x.example' }, 2, 2)).toEqual(['mail 3', 'mail 2'])
})

test('every recipient of a mail has a message of their own', async () => {
  const store = await open()
  const seqs = await store.add(mail(['One@x.example', 'two@x.example'], 'shared', 'the body'), 5)
  expect(seqs).toHaveLength(2)
  expect(store.count).toBe(2)
  expect(store.findSeq(seqs[0] ?? 0)?.to).toBe('One@x.example')
  expect(store.raw(seqs[1] ?? 0)?.toString()).toBe('the body')
  await store.add(mail('TWO@x.example'), 6)
  expect(store.counts()).toEqual({ messages: 3, recipients: 2, repeated: [{ to: 'two@x.example', messages: 2 }] })
  expect(store.counts('sms')).toEqual({ messages: 0, recipients: 0, repeated: [] })
})

test('an address is matched whole and in any case', async () => {
  const store = await open()
  await store.add(mail('ann@x.example', 'first'), 1)
  await store.add(mail('joann@x.example', 'other'), 2)
  await store.add(mail('Ann@X.example', 'second'), 3)
  expect(await subjects(store, { to: 'ANN@x.EXAMPLE' })).toEqual(['second', 'first'])
  expect(await subjects(store, { to: 'nobody@x.example' })).toEqual([])
})

test('a search looks at address, author, subject and body', async () => {
  const store = await open()
  await store.add(mail('ann@x.example', 'Grüße', '\r\nÄpfel x1'), 1)
  await store.add(mail('bob@x.example', 'Other', 'X-Header: x1\r\n\r\nPears'), 2)
  expect(await subjects(store, { search: 'GRÜSSE' })).toEqual([])
  expect(await subjects(store, { search: 'GRÜ' })).toEqual(['Grüße'])
  expect(await subjects(store, { search: 'BOB@' })).toEqual(['Other'])
  expect(await subjects(store, { search: 'X1' })).toEqual(['Grüße'])
  expect(await subjects(store, { search: 'äpfel', to: 'ann@x.example' })).toEqual(['Grüße'])
  expect(await subjects(store, { search: 'äpfel', channel: 'sms' })).toEqual([])
})

test('a search opens the newest messages only, of all or of one address', async () => {
  const store = await open({ maxMessages: 2000 })
  await store.add(mail('ann@x.example', 'old', '\r\nneedle'), 1)
  await Promise.all(
    Array.from({ length: BODY_SEARCH_DEPTH }, (_, i) => store.add(mail('bob@x.example', `mail ${i}`), 2)),
  )
  expect(await subjects(store, { search: 'needle' })).toEqual([])
  expect(await subjects(store, { search: 'needle', to: 'ann@x.example' })).toEqual(['old'])
})

test('ids are UUIDs of version 7, found again, and mean nothing once the message is gone', async () => {
  const store = await open()
  await store.add(mail('a@x.example'), 1_795_000_000_000)
  const { messages } = await store.list({}, 1, 1)
  const id = messages[0]?.id ?? ''
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(store.find(id)?.to).toBe('a@x.example')
  expect(store.find(id.replace(/^./, 'f'))).toBeUndefined()
  expect(store.find('1')).toBeUndefined()
  store.clear()
  expect(store.find(id)).toBeUndefined()
})

test('everything is there after a restart, ids included', async () => {
  const directory = await testDirectory()
  const before = await open({}, directory)
  await before.add(mail(['a@x.example', 'b@x.example'], 'kept'), 7)
  const was = await before.list({}, 1, 10)
  before.close()
  const after = await open({}, directory)
  expect(await after.list({}, 1, 10)).toEqual(was)
  await after.add(mail('a@x.example', 'next'), 8)
  expect(await subjects(after, { to: 'a@x.example' })).toEqual(['next', 'kept'])
})

test('clearing deletes everything, also for the next start, and goes on with new numbers', async () => {
  const directory = await testDirectory()
  const store = await open({}, directory)
  await store.add(mail('a@x.example', 'old'), 1)
  store.clear()
  expect(store.count).toBe(0)
  expect(await subjects(store, { to: 'a@x.example' })).toEqual([])
  await store.add(mail('a@x.example', 'new'), 2)
  store.close()
  expect(await subjects(await open({}, directory))).toEqual(['new'])
})

test('the oldest messages give way when there are too many', async () => {
  const store = await open({ maxMessages: 3 })
  for (let i = 1; i <= 5; i++) await store.add(mail('a@x.example', `mail ${i}`), i)
  expect(store.count).toBe(3)
  expect(await subjects(store)).toEqual(['mail 5', 'mail 4', 'mail 3'])
  expect(await subjects(store, { to: 'a@x.example' })).toEqual(['mail 5', 'mail 4', 'mail 3'])
  expect(store.findSeq(1)).toBeUndefined()
})

test('the oldest messages give way when they take too much room', async () => {
  const directory = await testDirectory()
  const limits = { maxBytes: 800_000 }
  const store = await open(limits, directory)
  for (let i = 1; i <= 100; i++) await store.add(mail(`a${i}@x.example`, `mail ${i}`, 'x'.repeat(50_000)), i)
  expect(store.sizeBytes).toBeLessThan(1_000_000)
  expect(store.count).toBeGreaterThan(5)
  expect(store.count).toBeLessThan(20)
  expect(await subjects(store, { to: 'a1@x.example' })).toEqual([])
  expect((await subjects(store, { to: 'a100@x.example' }))[0]).toBe('mail 100')
  const { count } = store
  store.close()
  expect((await open(limits, directory)).count).toBe(count)
})

test('a reader that waits while messages are dropped meets no error', async () => {
  const store = await open({ maxMessages: 30 })
  for (let i = 1; i <= 30; i++) await store.add(mail('a@x.example', `mail ${i}`, '\r\nneedle'), i)
  const list = store.list({ search: 'needle' }, 1, 100)
  await Promise.all(Array.from({ length: 20 }, (_, i) => store.add(mail('b@x.example', `late ${i}`, '\r\nneedle'), i)))
  expect((await list).messages.map(({ subject }) => subject).every(subject => subject.startsWith('mail'))).toBe(true)
})
