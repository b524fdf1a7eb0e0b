import { expect, test } from 'vitest'
import { uuidv7 } from '../lib/uuid.ts'
import { type MessageRecipient, topicOf } from './channel.ts'

const nameOf = (changes: Partial<MessageRecipient>) =>
  topicOf({ token: '', messageId: '', ...changes } as MessageRecipient)

test.each([
  ['of a delivery', { token: 'AbC-_123'.repeat(9).slice(0, 70) }],
  ['of no run', { messageId: uuidv7() }],
])('a message %s is named by 32 letters that push services take', (_, recipient) => {
  expect(nameOf(recipient)).toMatch(/^[\w-]{32}$/)
})

test('two tests on one device are two messages', () => {
  expect(nameOf({ messageId: uuidv7() })).not.toBe(nameOf({ messageId: uuidv7() }))
})
