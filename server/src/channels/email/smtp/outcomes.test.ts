import { expect, test } from 'vitest'
import type { MailStep } from './outcomes.ts'
import { refusalOutcome, sentOutcome } from './outcomes.ts'
import { ReplyParser } from './reply.ts'
import type { Reply } from './reply.ts'

function replyOf(text: string): Reply {
  const replies: Reply[] = []
  new ReplyParser(reply => replies.push(reply)).push(Buffer.from(`${text.replaceAll('\n', '\r\n')}\r\n`))
  const [reply] = replies
  if (reply === undefined) throw new Error('not a whole reply')
  return reply
}

// Answers as large receivers give them.
test.each<[MailStep, string, string, string, boolean]>([
  [
    'rcpt',
    '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Try again',
    'bounced',
    'mailbox_missing',
    true,
  ],
  ['rcpt', '550 5.2.1 The email account that you tried to reach is disabled.', 'bounced', 'mailbox_disabled', true],
  ['rcpt', '452 4.2.2 The email account that you tried to reach is over quota.', 'deferred', 'mailbox_full', false],
  [
    'rcpt',
    '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery',
    'deferred',
    'rate_limited',
    false,
  ],
  [
    'dot',
    '421 4.7.28 Our system has detected an unusual rate of unsolicited mail',
    'deferred',
    'server_closing',
    false,
  ],
  [
    'dot',
    '550-5.7.26 This mail is unauthenticated, which poses a security risk\n550 5.7.26 see',
    'bounced',
    'unauthenticated_mail',
    false,
  ],
  [
    'dot',
    '550 5.7.1 [192.0.2.1] Our system has detected that this message is likely spam.',
    'bounced',
    'blocked',
    false,
  ],
  ['rcpt', '550 5.4.1 Recipient address rejected: Access denied.', 'bounced', 'mailbox_missing', true],
  ['rcpt', '550 5.5.0 Requested action not taken: mailbox unavailable', 'bounced', 'mailbox_missing', true],
  [
    'mail',
    '550 5.7.1 Unfortunately, messages from [192.0.2.1] were not sent. Part of their network is on our block list',
    'rejected',
    'sender_refused',
    false,
  ],
  ['dot', '554 5.2.0 STOREDRV.Deliver.Exception: quota exceeded', 'bounced', 'mailbox_full', false],
  ['rcpt', "554 delivery error: dd This user doesn't have a yahoo.com account", 'bounced', 'mailbox_missing', true],
  ['rcpt', '451 4.7.1 Greylisting in action, please come back later', 'deferred', 'greylisted', false],
  ['rcpt', '450 4.1.1 recipient address rejected: unverified address', 'deferred', 'mailbox_missing', false],
  ['rcpt', '450 4.1.2 Domain not found', 'deferred', 'temporary_failure', false],
  ['rcpt', '550 5.1.10 Recipient domain has a null MX', 'bounced', 'domain_missing', true],
  ['rcpt', '501 5.1.3 Bad recipient address syntax', 'bounced', 'bad_address', true],
  ['rcpt', '554 5.7.1 Service unavailable; Client host blocked using zen.spamhaus.org', 'bounced', 'blocked', false],
  ['rcpt', '552 mailbox storage exceeded', 'bounced', 'mailbox_full', false],
  ['dot', '552 5.3.4 Message size exceeds fixed limit', 'bounced', 'message_too_large', false],
  ['mail', '552 5.3.4 Message size exceeds fixed limit', 'rejected', 'message_too_large', false],
  ['data', '554 5.5.1 Error: no valid recipients', 'bounced', 'content_refused', false],
  ['dot', '454 Throttling failure: Maximum sending rate exceeded.', 'deferred', 'rate_limited', false],
  ['dot', '554 5.3.0 unknown mailer error', 'bounced', 'content_refused', false],
  ['dot', '554 Your account has been suspended', 'bounced', 'mailbox_disabled', false],
  ['rcpt', '451 4.3.0 separate operation pending', 'deferred', 'temporary_failure', false],
  ['mail', '452 4.3.1 Insufficient system storage', 'deferred', 'temporary_failure', false],
  ['dot', '550 5.4.5 Daily user sending limit exceeded.', 'rejected', 'quota_exceeded', false],
  ['rcpt', '530 5.7.0 Must issue a STARTTLS command first', 'rejected', 'sign_in_needed', false],
])('at %s "%s" is %s for %s', (step, text, kind, reason, suppress) => {
  const outcome = refusalOutcome(step, replyOf(text), false)
  expect(outcome).toMatchObject({ kind, reason })
  expect('suppress' in outcome && outcome.suppress).toBe(suppress)
})

test('a refusal to relay concerns the settings, until this server has taken a mail of ours', () => {
  const reply = replyOf('554 5.7.1 <maya@example.test>: Relay access denied')
  expect(refusalOutcome('rcpt', reply, false)).toMatchObject({ kind: 'rejected', wholeConfiguration: true })
  expect(refusalOutcome('rcpt', reply, true)).toMatchObject({ kind: 'bounced', suppress: false })
})

test.each([
  ['250 2.0.0 Ok: queued as 4XbT9q2Zz', '4XbT9q2Zz'],
  ['250 Ok 0102018f3c4d5e6f-1a2b3c4d-0000', '0102018f3c4d5e6f-1a2b3c4d-0000'],
  ['250 OK id=1rT8aB-0005Xy-2k', '1rT8aB-0005Xy-2k'],
  ['250 2.6.0 <abc.def@host.test> Queued mail for delivery', 'abc.def@host.test'],
  ['250 ok', undefined],
  ['250', undefined],
])('"%s" names the message %s', (text, name) => {
  expect(sentOutcome(replyOf(text)).providerMessageId).toBe(name)
})
