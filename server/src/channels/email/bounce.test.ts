import { describe, expect, test } from 'vitest'
import { bounceToken, parseBounce } from './bounce.ts'

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

/** A report whose fields say nothing: the reason is in the text for people. */
function silent(
  text: string,
  fields = 'Action: failed\nFinal-Recipient: rfc822;maya@example.test\nStatus: 5.0.0',
): Buffer {
  return Buffer.from(
    `From: Mail Delivery System <Mailer-Daemon@mx.example.test>
To: b.token@bounce.test
Content-Type: multipart/report; report-type=delivery-status; boundary=x
Auto-Submitted: auto-replied

--x
Content-type: text/plain; charset=us-ascii

${text}
--x
Content-type: message/delivery-status

Reporting-MTA: dns; mx.example.test

${fields}
--x
Content-type: message/rfc822

Subject: Hello

550 5.1.1 no such user
--x--
`.replaceAll('\n', '\r\n'),
  )
}

const EXIM = (reason: string) => `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  maya@example.test
    ${reason}

No such user is a thing that people write in a mail.`

const OPENSMTPD = (reason: string) => `    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this email.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

maya@example.test: ${reason}

    Below is a copy of the original message:`

describe('a report whose status says nothing and that has no diagnostic', () => {
  test.each([
    ['Exim', EXIM('Unrouteable address'), 'mailbox_missing', true],
    ['Exim', EXIM('Unknown user'), 'mailbox_missing', true],
    ['Exim', EXIM('mailbox is full: quota exceeded'), 'mailbox_full', false],
    ['Exim', EXIM('550 Administrative prohibition'), 'recipient_refused', false],
    ['Exim', EXIM('550 5.7.1 user unknown to our policy: blocked'), 'blocked', false],
    ['Exim', EXIM('Something else went wrong'), 'recipient_refused', false],
    ['OpenSMTPD', OPENSMTPD('550 Invalid recipient: <maya@example.test>'), 'mailbox_missing', true],
    ['OpenSMTPD', OPENSMTPD('550 5.1.1 gone'), 'mailbox_missing', true],
    ['OpenSMTPD', OPENSMTPD('552 5.2.2 over quota'), 'mailbox_full', false],
    ['a text about others', 'someone@example.test: user unknown', 'recipient_refused', false],
  ])('is read by its text: %s, "%s"', async (_, text, reason, suppress) => {
    expect(await parseBounce(silent(text), 't')).toMatchObject({ kind: 'hard', reason, suppress })
  })

  test('without the address of the recipient is not read by its text', async () => {
    const fields = 'Action: failed\nStatus: 5.0.0'
    expect(await parseBounce(silent(EXIM('Unknown user'), fields), 't')).toMatchObject({ suppress: false })
  })
})

test('a report is found in front of the largest mail that it may bring along', async () => {
  const whole = Buffer.concat([
    report(fields('failed', '5.1.1', 'smtp; 550 5.1.1 gone')),
    Buffer.alloc(900_000, 'x\r\n'),
  ])
  expect(await parseBounce(whole, 't')).toMatchObject({ reason: 'mailbox_missing', suppress: true })
})

const LARGEST_BYTES = 1_000_000
const many = (text: string) => text.repeat(LARGEST_BYTES / text.length)
const FROM = 'From: MAILER-DAEMON@mx.test\r\n'
const parts = (body: string) => `${FROM}Content-Type: multipart/report; boundary=b\r\n\r\n${body}`
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join(
    '',
  )

// Read whole, each of these takes one to five seconds of a processor.
test.each([
  ['of empty lines', `${FROM}\r\n${many('\r\n')}`],
  ['of HTML with empty lines', `${FROM}Content-Type: text/html\r\n\r\n${many(' \n')}`],
  ['of empty parts', parts(many('--b\r\n\r\n\r\n'))],
  ['of parts without a boundary that fits', `${FROM}${nested(17)}${many('--bx\r\n')}`],
  ['of parts in parts', `${FROM}${nested(15_000)}`],
  ['of empty fields', parts(`--b\r\nContent-Type: message/delivery-status\r\n\r\n${many('\r\n \r\nx')}`)],
  ['of header fields', `${many('A: b\r\n')}${FROM}\r\n`],
  ['of broken base64', `${FROM}Content-Transfer-Encoding: base64\r\n\r\n${many('!!!a\r\n')}`],
  ['of one long line', `${FROM}\r\n550 ${many('user ')}`],
])('a mail %s is read with bounded work', async (_, text) => {
  const raw = Buffer.from(text)
  const before = process.cpuUsage()
  await parseBounce(raw, 't')
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(700)
})

test('a bounce address gives its token back, whatever was done to its letters', () => {
  const address = 'b.r1.k2-abc@bounce.test'
  expect(bounceToken(address, 'Bounce.Test')).toBe('r1.k2-abc')
  expect(bounceToken(address.toUpperCase(), 'bounce.test')).toBe('r1.k2-abc')
  expect(bounceToken('b.x@other.test', 'bounce.test')).toBeUndefined()
  expect(bounceToken('postmaster@bounce.test', 'bounce.test')).toBeUndefined()
  expect(bounceToken('b.@bounce.test', 'bounce.test')).toBeUndefined()
})
