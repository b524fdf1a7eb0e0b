import { afterEach, expect, test } from 'vitest'
import type { Outcome, Rejected } from '../../provider.ts'
import { EXPIRED } from '../../../testing/channels/certificates.ts'
import { startMisbehavingSmtp } from '../../../testing/channels/misbehaving-smtp.ts'
import type { MisbehavingSession, MisbehavingSmtp, SmtpScript } from '../../../testing/channels/misbehaving-smtp.ts'
import { numberedMails, sendBatch } from '../../../testing/channels/smtp-batch.ts'
import type { SmtpSettings, SmtpTimeouts } from './settings.ts'

interface Case {
  script: SmtpScript
  /** What each of the messages comes to; without it they are never begun. */
  outcome?: Partial<Exclude<Outcome, { kind: 'withheld' }>>
  rejection?: Partial<Rejected>
  messages?: number
  content?: string
  settings?: Partial<Omit<SmtpSettings, 'timeouts'>> & { timeouts?: Partial<SmtpTimeouts> }
}

const SHORT = 60
const LARGE = `Subject: large\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(60_000)}`
const SIGN_IN = { username: 'mailer', password: 'secret' }
const GSSAPI = { ehlo: '250-test server\r\n250 AUTH GSSAPI' }
const ENDLESS = Array.from({ length: 500 }, () => '250-more').join('\r\n')
const GIANT = Array.from({ length: 20 }, () => `250-${'x'.repeat(4000)}`).join('\r\n')
const LOCKSTEP = '250-test server\r\n250 8BITMIME'
const WITH_AUTH = '250-test server\r\n250-PIPELINING\r\n250 AUTH PLAIN LOGIN'
const WITH_TLS = '250-test server\r\n250-PIPELINING\r\n250 STARTTLS'

const hangUp = (session: MisbehavingSession) => {
  session.socket.destroy()
  return undefined
}
const silence = () => undefined
const firstOnly = (answer: (session: MisbehavingSession) => string | undefined, otherwise: string) => {
  return (session: MisbehavingSession) => (session.connection === 1 ? answer(session) : otherwise)
}

const CASES: Record<string, Case> = {
  // A server that is odd, yet does its work.
  'knows only HELO': { script: { ehlo: '502 unknown command' }, outcome: { kind: 'sent' } },
  'offers no PIPELINING': { script: { ehlo: LOCKSTEP }, messages: 3, outcome: { kind: 'sent' } },
  'answers one byte at a time': {
    script: { write: (socket, text) => [...text].forEach(letter => socket.write(letter)) },
    messages: 3,
    outcome: { kind: 'sent' },
  },
  'ends its lines with a bare line feed': {
    script: { write: (socket, text) => socket.write(text.replaceAll('\r\n', '\n')) },
    messages: 3,
    outcome: { kind: 'sent' },
  },
  'answers everything in several lines': {
    script: {
      greeting: '220-welcome\r\n220 ready',
      mail: '250-yes\r\n250 ok',
      rcpt: '250-yes\r\n250 ok',
      data: '354-yes\r\n354 go',
      dot: '250-yes\r\n250 ok',
    },
    messages: 3,
    outcome: { kind: 'sent' },
  },
  'answers with codes alone': {
    script: { mail: '250', rcpt: '250', data: '354', dot: '250' },
    messages: 3,
    outcome: { kind: 'sent' },
  },
  'writes letters beyond ASCII': {
    script: { dot: '250 2.0.0 añadido' },
    outcome: { kind: 'sent', answer: '250 2.0.0 añadido' },
  },
  'closes after each message': {
    script: { dot: closing('250 ok') },
    messages: 4,
    outcome: { kind: 'sent' },
  },
  'says 421 after two messages a connection': {
    script: { mail: session => (session.mails >= 2 ? '421 4.7.0 enough' : '250 ok') },
    messages: 7,
    outcome: { kind: 'sent' },
  },
  'allows one connection': {
    script: { greeting: session => (session.connection === 1 ? '220 ok' : '421 4.7.0 too many connections') },
    settings: { maxConnections: 4 },
    messages: 20,
    outcome: { kind: 'sent' },
  },
  'loses the first connection at MAIL': {
    script: { mail: firstOnly(hangUp, '250 ok') },
    messages: 3,
    outcome: { kind: 'sent' },
  },
  'says 421 at the first DATA': {
    script: { data: firstOnly(() => '421 restarting', '354 go') },
    messages: 3,
    outcome: { kind: 'sent' },
  },
  'offers a sign-in in the old spelling': {
    script: { ehlo: '250-test server\r\n250 AUTH=LOGIN', auth: '334 VXNlcm5hbWU6', challenge: loginChallenge() },
    settings: SIGN_IN,
    outcome: { kind: 'sent' },
  },
  'takes LOGIN only although it offers PLAIN': {
    script: {
      ehlo: WITH_AUTH,
      auth: (_, line) => (line.startsWith('AUTH PLAIN') ? '504 5.5.4 not this one' : '334 VXNlcm5hbWU6'),
      challenge: loginChallenge(),
    },
    settings: SIGN_IN,
    outcome: { kind: 'sent' },
  },
  'asks for the response that PLAIN already sent': {
    script: { ehlo: WITH_AUTH, auth: '334 ' },
    settings: SIGN_IN,
    outcome: { kind: 'sent' },
  },

  // A recipient or a message that is refused.
  'knows no such user': {
    script: { rcpt: '550 5.1.1 no such user' },
    messages: 3,
    outcome: { kind: 'bounced', reason: 'mailbox_missing', code: '550 5.1.1', suppress: true },
  },
  'refuses a recipient without a status': {
    script: { rcpt: '550 sorry' },
    outcome: { kind: 'bounced', reason: 'mailbox_missing', suppress: true },
  },
  'refuses a recipient without PIPELINING': {
    script: { ehlo: LOCKSTEP, rcpt: '550 5.1.1 no such user' },
    messages: 3,
    outcome: { kind: 'bounced', reason: 'mailbox_missing' },
  },
  'has a full mailbox': {
    script: { rcpt: '452 4.2.2 over quota' },
    outcome: { kind: 'deferred', reason: 'mailbox_full' },
  },
  'uses greylisting': {
    script: { rcpt: '451 4.7.1 please try again later' },
    outcome: { kind: 'deferred', reason: 'greylisted' },
  },
  'wants a content although it refused the recipient': {
    script: { rcpt: '550 5.1.1 no such user', data: '354 go', dot: '554 5.5.1 no valid recipients' },
    messages: 3,
    outcome: { kind: 'bounced', reason: 'mailbox_missing' },
  },
  'blocks by policy at RCPT': {
    script: { rcpt: '550 5.7.1 blocked by our list' },
    outcome: { kind: 'bounced', reason: 'blocked', suppress: false },
  },
  'is not ready for the sender now': {
    script: { mail: '451 4.3.0 try later' },
    messages: 2,
    outcome: { kind: 'deferred', reason: 'temporary_failure' },
  },
  'refuses DATA for now': { script: { data: '451 4.3.2 try later' }, messages: 2, outcome: { kind: 'deferred' } },
  'takes the content for spam': {
    script: { dot: '554 5.7.1 this looks like spam' },
    messages: 2,
    outcome: { kind: 'bounced', reason: 'blocked', suppress: false },
  },
  'refuses the content for now': { script: { dot: '452 4.3.1 disk full' }, messages: 2, outcome: { kind: 'deferred' } },
  'finds only at the end that the mailbox is gone': {
    script: { dot: '550 5.1.1 no such user' },
    outcome: { kind: 'bounced', reason: 'mailbox_missing', suppress: true },
  },
  'wants fewer messages at a time': {
    script: { dot: '450 4.7.28 too fast' },
    outcome: { kind: 'deferred', reason: 'rate_limited' },
  },
  'says 421 to a content': {
    script: { dot: '421 4.3.2 shutting down' },
    messages: 3,
    outcome: { kind: 'deferred', reason: 'server_closing' },
  },
  'takes only small messages': {
    script: { ehlo: '250-test server\r\n250-PIPELINING\r\n250 SIZE 20' },
    messages: 2,
    outcome: { kind: 'rejected', reason: 'message_too_large', wholeConfiguration: false },
  },
  'refuses a large content in the middle and hangs up': {
    script: {
      contentPiece: session => {
        session.socket.pause()
        if (!session.notes.has('refused')) session.socket.write('552 5.3.4 too large\r\n')
        session.notes.add('refused')
      },
    },
    content: LARGE,
    outcome: { kind: 'bounced', reason: 'message_too_large' },
  },
  'cannot take eight bits': {
    script: { ehlo: '250-test server\r\n250 PIPELINING' },
    content: 'Subject: é\r\n\r\n',
    outcome: { kind: 'rejected', reason: 'eight_bit_unsupported', wholeConfiguration: false },
  },

  'says 421 to every recipient': {
    script: { rcpt: closing('421 4.7.0 not this one now') },
    outcome: { kind: 'deferred', reason: 'server_closing', code: '421 4.7.0' },
  },

  // A connection that breaks.
  'hangs up at every DATA': {
    script: { data: hangUp },
    outcome: { kind: 'deferred', reason: 'connection_lost' },
  },
  'hangs up instead of answering the final dot': { script: { dot: hangUp }, messages: 3, outcome: { kind: 'unknown' } },
  'resets the connection at the final dot': {
    script: {
      dot: session => {
        session.socket.resetAndDestroy()
        return undefined
      },
    },
    messages: 3,
    outcome: { kind: 'unknown', reason: 'connection_lost' },
  },
  'never answers the final dot': {
    script: { dot: silence },
    settings: { timeouts: { finalDotMs: SHORT } },
    outcome: { kind: 'unknown', reason: 'timeout' },
  },
  'answers the final dot with garbage': {
    script: { dot: 'thank you very much' },
    outcome: { kind: 'unknown', reason: 'protocol_error' },
  },
  'answers the final dot with 354': {
    script: { dot: '354 more' },
    outcome: { kind: 'unknown', reason: 'protocol_error' },
  },
  'stops reading a large content': {
    script: { contentPiece: session => session.socket.pause() },
    content: LARGE,
    settings: { timeouts: { flushMs: SHORT } },
    outcome: { kind: 'deferred', reason: 'timeout' },
  },
  'acknowledges a content that it has not got yet': {
    script: {
      contentPiece: session => {
        session.socket.pause()
        session.socket.write('250 ok\r\n')
      },
    },
    content: LARGE,
    outcome: { kind: 'deferred', reason: 'protocol_error' },
  },

  // A server that cannot be used.
  'refuses every connection': {
    script: { greeting: '554 5.7.1 go away' },
    rejection: { reason: 'server_refused', wholeConfiguration: true, temporary: false },
  },
  'is closing down': {
    script: { greeting: '421 closing' },
    rejection: { reason: 'server_closing', temporary: true },
  },
  'hangs up at once': { script: { greeting: hangUp }, rejection: { reason: 'connection_lost', temporary: true } },
  'never greets': {
    script: { greeting: silence },
    settings: { timeouts: { greetingMs: SHORT } },
    rejection: { reason: 'timeout', temporary: true },
  },
  'is a web server': {
    script: { greeting: 'HTTP/1.1 400 Bad Request' },
    rejection: { reason: 'protocol_error', temporary: false },
  },
  'sends a line without an end': {
    script: { greeting: `220 ${'x'.repeat(10_000)}`, write: (socket, text) => socket.write(text.trimEnd()) },
    rejection: { reason: 'protocol_error' },
  },
  'sends an answer without an end': { script: { ehlo: ENDLESS }, rejection: { reason: 'protocol_error' } },
  'sends giant lines': { script: { ehlo: GIANT }, rejection: { reason: 'protocol_error' } },
  'answers more than it was asked': {
    script: { greeting: '220 hello\r\n220 hello again\r\n220 and again' },
    rejection: { reason: 'protocol_error' },
  },
  'never answers RCPT': {
    script: { rcpt: silence, data: silence },
    settings: { timeouts: { commandMs: SHORT } },
    messages: 2,
    outcome: { kind: 'deferred', reason: 'connection_lost' },
    rejection: { reason: 'timeout', temporary: true },
  },
  'says 421 to every sender': {
    script: { mail: closing('421 4.3.2 shutting down') },
    messages: 30,
    settings: { maxConnections: 3 },
    rejection: { reason: 'server_closing', code: '421 4.3.2', temporary: true },
  },
  'refuses the password': {
    script: { ehlo: WITH_AUTH, auth: '535 5.7.8 bad credentials' },
    settings: SIGN_IN,
    rejection: { reason: 'wrong_password', temporary: false },
  },
  'cannot check passwords now': {
    script: { ehlo: WITH_AUTH, auth: '454 4.7.0 try later' },
    settings: SIGN_IN,
    rejection: { reason: 'sign_in_unavailable', temporary: true },
  },
  'offers no sign-in': { script: {}, settings: SIGN_IN, rejection: { reason: 'sign_in_missing', temporary: false } },
  'offers only GSSAPI': { script: GSSAPI, settings: SIGN_IN, rejection: { reason: 'sign_in_not_offered' } },
  'requires sign-in': {
    script: { mail: '530 5.7.0 authentication required' },
    outcome: { kind: 'rejected', reason: 'sign_in_needed', wholeConfiguration: true },
    rejection: { reason: 'sign_in_needed', temporary: false },
  },
  'refuses the sender': {
    script: { mail: '553 5.7.1 sender not allowed' },
    outcome: { kind: 'rejected', reason: 'sender_refused' },
    rejection: { reason: 'sender_refused', temporary: false },
  },
  'does not relay': {
    script: { rcpt: '554 5.7.1 Relay access denied' },
    outcome: { kind: 'rejected', reason: 'relay_denied' },
    rejection: { reason: 'relay_denied' },
  },
  'has an unverified sender': {
    script: { dot: '554 Message rejected: Email address is not verified.' },
    outcome: { kind: 'rejected', reason: 'sender_refused' },
    rejection: { reason: 'sender_refused' },
  },
  'has used up its quota': {
    script: { dot: '454 Throttling failure: Daily message quota exceeded.' },
    outcome: { kind: 'rejected', reason: 'quota_exceeded' },
    rejection: { reason: 'quota_exceeded', temporary: true },
  },
  'offers no STARTTLS where it must': {
    script: {},
    settings: { security: 'starttls' },
    rejection: { reason: 'starttls_missing', temporary: false },
  },
  'offers STARTTLS and then cannot': {
    script: { ehlo: WITH_TLS, starttls: '454 4.7.0 no TLS today' },
    rejection: { reason: 'tls_failed' },
  },
  'speaks clear text where TLS was agreed': {
    script: {
      ehlo: WITH_TLS,
      starttls: session => {
        session.socket.write('220 go\r\n')
        session.socket.once('data', () => session.socket.write('this is not TLS'))
        return undefined
      },
    },
    rejection: { reason: 'tls_failed' },
  },
  'slips in an answer before encryption begins': {
    script: { ehlo: WITH_TLS, starttls: '220 go\r\n250-injected' },
    rejection: { reason: 'protocol_error' },
  },
  'has a certificate that nobody vouches for': {
    script: { ehlo: WITH_TLS },
    settings: { security: 'starttls', host: 'localhost' },
    rejection: { reason: 'certificate_untrusted', temporary: false },
  },
  'has an expired certificate': {
    script: { implicitTls: true, certificate: EXPIRED },
    settings: { security: 'tls', host: 'localhost', certificateAuthorities: [EXPIRED.cert] },
    rejection: { reason: 'certificate_expired', temporary: false },
  },
  'speaks no TLS on a TLS port': {
    script: {},
    settings: { security: 'tls' },
    rejection: { reason: 'tls_failed' },
  },
}

function closing(answer: string) {
  return (session: MisbehavingSession) => ((session.hangUpNext = true), answer)
}

let server: MisbehavingSmtp | undefined

afterEach(() => server?.close())

for (const [name, { script, outcome, rejection, messages = 1, content, settings = {} }] of Object.entries(CASES)) {
  test(`a server that ${name}: ${outcome?.kind ?? rejection?.reason}`, async () => {
    server = await startMisbehavingSmtp(script)
    const mails = numberedMails(messages, content)
    const record = await sendBatch({ port: server.port, messages: mails, settings })
    expect(record.end).toMatchObject(rejection === undefined ? { end: 'done' } : { end: 'rejected', rejection })
    // A refusal of everything stops the batch at the first message.
    const settled = outcome === undefined ? 0 : rejection === undefined ? messages : 1
    expect(record.outcomes.size).toBe(settled)
    for (const outcomes of record.outcomes.values()) expect(outcomes).toMatchObject([outcome])
    const believed = [...record.outcomes].filter(([, [only]]) => only?.kind === 'sent').map(([number]) => number)
    expect(server.mails.map(mail => mail.to).sort()).toEqual(
      believed.map(number => `user${number}@example.test`).sort(),
    )
  })
}

function loginChallenge() {
  const asked = ['334 UGFzc3dvcmQ6', '235 2.7.0 welcome']
  return (_: MisbehavingSession, line: string) => {
    expect(Buffer.from(line, 'base64').toString()).toBe(asked.length === 2 ? SIGN_IN.username : SIGN_IN.password)
    return asked.shift()
  }
}
