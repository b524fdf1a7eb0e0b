import { afterEach, describe, expect, test } from 'vitest'
import { startMisbehavingSmtp, type SmtpScript } from '../../../testing/misbehaving-smtp.ts'
import { sendBatch, type NumberedMail } from '../../../testing/smtp-batch.ts'
import { ContentBuffers } from './content-buffers.ts'

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(closing.splice(0).map(close => close()))
})

describe('memory for contents', () => {
  test('serves the next mail once it is given back', () => {
    const buffers = new ContentBuffers()
    const first = buffers.take(100)
    expect(buffers.take(100).buffer).not.toBe(first.buffer)
    buffers.giveBack(first)
    const again = buffers.take(90)
    expect(again.buffer).toBe(first.buffer)
    expect(again.length).toBe(90)
  })

  test('grows with the mails; what is too small by then is forgotten', () => {
    const buffers = new ContentBuffers()
    const small = buffers.take(100)
    const large = buffers.take(10_000)
    expect(large.length).toBe(10_000)
    buffers.giveBack(small)
    buffers.giveBack(large)
    expect(buffers.take(9000).buffer).toBe(large.buffer)
  })

  test('is not kept for mails with large attachments', () => {
    const buffers = new ContentBuffers()
    const huge = buffers.take(1_000_000)
    buffers.giveBack(huge)
    expect(buffers.take(1_000_000).buffer).not.toBe(huge.buffer)
  })
})

/** Mails of 20 KB, each in memory that an earlier one may have had. */
function* reusedMails(count: number, buffers: ContentBuffers, used: Set<ArrayBufferLike>): Generator<NumberedMail> {
  for (let number = 0; number < count; number++) {
    const content = buffers.take(20_000)
    content.fill(`${number} `).write('\r\n', 19_998)
    used.add(content.buffer)
    yield {
      number,
      envelopeFrom: 'b@bounce.test',
      recipient: `user${number}@example.test`,
      content,
      isComposed: true,
      giveBack: buffers.giveBack,
    }
  }
}

async function sendReused(script: SmtpScript) {
  const server = await startMisbehavingSmtp(script)
  closing.push(() => server.close())
  const used = new Set<ArrayBufferLike>()
  const messages = reusedMails(300, new ContentBuffers(), used)
  const { end } = await sendBatch({ port: server.port, messages, settings: { maxConnections: 4 } })
  expect(end).toEqual({ end: 'done' })
  return { server, used }
}

test.each([
  ['with pipelining', {}],
  ['without pipelining', { ehlo: '250 test server' }],
])('a few buffers carry a batch, and every mail arrives as it was composed, %s', async (_, script) => {
  const { server, used } = await sendReused(script)
  expect(server.mails).toHaveLength(300)
  for (const { to, content } of server.mails) {
    const number = /\d+/.exec(to)?.[0] ?? ''
    expect(content.trimEnd()).toBe(`${number} `.repeat(10_000).slice(0, 19_998).trimEnd())
  }
  expect(used.size).toBeLessThan(20)
})
