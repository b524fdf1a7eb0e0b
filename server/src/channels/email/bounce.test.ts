import { describe, expect, test } from 'vitest'
import { bounceAddress, bounceToken, parseBounce } from './bounce.ts'

function report(recipientFields: string, extra = ''): Buffer {
  return Buffer.from(
    `From: Mail Delivery System <MAILER-DAEMON@mx.example.test>
To: b.token@bounce.test
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_r"

--=_r
Content-Type: text/plain

This is the mail system at host mx.example.test. 550 5.2.2 in prose counts for nothing.
--=_r
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.test
Arrival-Date: Fri, 15 Jan 2027 09:30:00 +0000

${recipientFields}
${extra}
--=_r
Content-Type: message/rfc822

From: news@shop.test
To: maya@example.test
Subject: Hello

Hi
--=_r--
`.replaceAll('\n', '\r\n'),
  )
}

function prose(from: string, text: string, headers = ''): Buffer {
  return Buffer.from(`From: ${from}\r\nTo: b.token@bounce.test\r\nSubject: failure notice\r\n${headers}\r\n${text}\r\n`)
}

const fields = (action: string, status: string, diagnostic: string) =>
  `Final-Recipient: rfc822; maya@example.test\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: ${diagnostic}`

describe('a delivery status notification', () => {
  test.each([
    ['failed', '5.1.1', 'smtp; 550 5.1.1 No such user', { kind: 'hard', reason: 'mailbox_missing', suppress: true }],
    ['failed', '5.2.2', 'smtp; 552 5.2.2 over quota', { kind: 'hard', reason: 'mailbox_full', suppress: false }],
    ['failed', '5.7.1', 'smtp; 554 5.7.1 listed as spam', { kind: 'hard', reason: 'blocked', suppress: false }],
    [
      'failed',
      '5.7.26',
      'smtp; 550 5.7.26 unauthenticated',
      { kind: 'hard', reason: 'unauthenticated_mail', suppress: false },
    ],
    ['failed', '5.4.4', 'X-Postfix; Host not found', { kind: 'hard', reason: 'domain_missing', suppress: true }],
    [
      'failed',
      '4.4.1',
      'X-Postfix; connection timed out',
      { kind: 'soft', reason: 'temporary_failure', suppress: false },
    ],
    ['delayed', '4.4.1', 'smtp; connection timed out', { kind: 'delayed', suppress: false }],
    ['delivered', '2.0.0', 'smtp; 250 ok', { kind: 'delivered', suppress: false }],
    [
      'FAILED',
      '5.0.0',
      'smtp; 550-5.1.1 The account does not exist',
      { kind: 'hard', status: '5.1.1', reason: 'mailbox_missing' },
    ],
    ['failed', '5.0.0', 'smtp; 550 sorry', { kind: 'hard', reason: 'mailbox_missing', suppress: true }],
    [
      'failed',
      '5.0.0 (unknown)',
      'smtp; 554 transaction failed',
      { kind: 'hard', reason: 'recipient_refused', suppress: false },
    ],
  ])('says %s %s "%s"', async (action, status, diagnostic, expected) => {
    expect(await parseBounce(report(fields(action, status, diagnostic)), 'token')).toMatchObject({
      recipientToken: 'token',
      action: action.toLowerCase(),
      ...expected,
    })
  })

  test('with folded fields is read whole, and its diagnostic is bounded', async () => {
    const folded = fields('failed', '5.1.1', `smtp; 550 5.1.1\n  ${'no such user '.repeat(100)}`)
    const bounce = await parseBounce(report(folded), 'token')
    expect(bounce).toMatchObject({
      reason: 'mailbox_missing',
      diagnostic: expect.stringMatching(/^550 5\.1\.1 +no such/),
    })
    expect(bounce?.diagnostic).toHaveLength(300)
  })

  test('about several recipients counts by the first', async () => {
    const bounce = await parseBounce(
      report(fields('failed', '5.1.1', 'smtp; 550'), `\n${fields('delayed', '4.2.2', 'smtp; 450')}`),
      't',
    )
    expect(bounce).toMatchObject({ kind: 'hard', status: '5.1.1' })
  })
})

describe('a report in prose', () => {
  test('is understood when it comes from a mail system and quotes a code', async () => {
    const qmail = prose(
      'MAILER-DAEMON@mx.test',
      'Hi. This is qmail.\r\n\r\n<maya@x.test>:\r\n550 5.1.1 no such user here',
    )
    expect(await parseBounce(qmail, 't')).toMatchObject({
      kind: 'hard',
      status: '5.1.1',
      reason: 'mailbox_missing',
      suppress: true,
    })
    const bare = prose('postmaster@mx.test', 'said: 452 mailbox full')
    expect(await parseBounce(bare, 't')).toMatchObject({ kind: 'soft', reason: 'mailbox_full' })
  })

  test.each([
    ['a person', prose('maya@example.test', 'I owe you 550 euros, see 5.1.1')],
    ['an automatic reply', prose('postmaster@mx.test', '550 5.1.1', 'Auto-Submitted: auto-replied\r\n')],
    ['a mail system without a code', prose('MAILER-DAEMON@mx.test', 'Something happened in 2027')],
    ['nothing at all', Buffer.alloc(0)],
    ['bytes that are no mail', Buffer.from([0, 255, 13, 10, 128])],
  ])('from %s is none', async (_, raw) => {
    expect(await parseBounce(raw, 't')).toBeUndefined()
  })
})

test('a bounce address gives its token back, whatever was done to its letters', () => {
  const address = bounceAddress('r1.k2-abc', 'bounce.test')
  expect(bounceToken(address, 'Bounce.Test')).toBe('r1.k2-abc')
  expect(bounceToken(address.toUpperCase(), 'bounce.test')).toBe('r1.k2-abc')
  expect(bounceToken('b.x@other.test', 'bounce.test')).toBeUndefined()
  expect(bounceToken('postmaster@bounce.test', 'bounce.test')).toBeUndefined()
  expect(bounceToken('b.@bounce.test', 'bounce.test')).toBeUndefined()
})
