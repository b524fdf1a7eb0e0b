import fc from 'fast-check'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Outcome } from '../../provider.ts'
import { SELF_SIGNED } from '../../../testing/channels/certificates.ts'
import { startMisbehavingSmtp } from '../../../testing/channels/misbehaving-smtp.ts'
import type { SmtpScript } from '../../../testing/channels/misbehaving-smtp.ts'
import { numberedMails, sendBatch, testSettings } from '../../../testing/channels/smtp-batch.ts'
import type { NumberedMail } from '../../../testing/channels/smtp-batch.ts'
import { startSmtpSink } from '../../../testing/channels/smtp-sink.ts'
import { createAddressCheck } from '../../../lib/network/net-guard.ts'
import { maySendPassword } from './handshake.ts'
import { openSmtpSender } from './hand-over.ts'

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(closing.splice(0).map(close => close()))
})

async function start(script: SmtpScript = {}) {
  const server = await startMisbehavingSmtp(script)
  closing.push(() => server.close())
  return server
}

async function startSink() {
  const sink = await startSmtpSink({ record: true })
  closing.push(() => sink.close())
  return sink
}

const kindsOf = (outcomes: Map<number, Outcome[]>) =>
  [...outcomes.values()].map(list => list.map(outcome => outcome.kind).join())
const yes = { turn: () => true, commit: () => undefined, mayStillSend: () => true }

describe('a batch', () => {
  test('of 2,000 mails over five connections arrives whole, once each', async () => {
    const sink = await startSink()
    const record = await sendBatch({ port: sink.port, count: 2000, settings: { maxConnections: 5 } })
    expect(record.end).toEqual({ end: 'done' })
    expect(new Set(kindsOf(record.outcomes))).toEqual(new Set(['sent']))
    expect(record.outcomes.size).toBe(2000)
    const { mails, recipients } = sink.report()
    expect(mails).toBe(2000)
    expect(recipients).toEqual(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`user${n}@example.test`, 1])))
  })

  test('needs one record for an outcome and the next intent once the server is known, and none of a message leaves before its intent', async () => {
    const server = await start()
    const records: string[] = []
    await sendBatch({
      port: server.port,
      count: 5,
      hooks: {
        turn: (settled, next) => {
          records.push(`${settled.map(({ message }) => message.number).join()} then ${next?.number}`)
          expect(server.arrived.length).toBeLessThanOrEqual(next?.number ?? 5)
          return true
        },
      },
    })
    expect(records).toEqual([' then 0', ' then 1', '1 then 2', '2 then 3', '3 then 4'])
  })

  test('sends the end of a mail and the envelope of the next in one piece, from the second mail on', async () => {
    const pieces: string[] = []
    const server = createServer({ noDelay: true }, (socket: Socket) => {
      socket.on('error', () => socket.destroy())
      socket.write('220 hi\r\n')
      socket.on('data', (chunk: Buffer) => {
        const text = chunk.toString()
        pieces.push(text)
        if (text.startsWith('EHLO')) return socket.write('250-hi\r\n250 PIPELINING\r\n')
        if (text.startsWith('QUIT')) return socket.end()
        const answers = `${text.includes('\r\n.\r\n') ? '250 ok\r\n' : ''}${text.includes('MAIL') ? '250 ok\r\n250 ok\r\n354 go\r\n' : ''}`
        return socket.write(answers)
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise(resolve => server.close(resolve)))
    const record = await sendBatch({ port: (server.address() as AddressInfo).port, count: 4 })
    expect(kindsOf(record.outcomes)).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(pieces.filter(piece => /\r\n\.\r\nMAIL FROM:<.*>\r\nRCPT TO:<.*>\r\nDATA\r\n$/.test(piece))).toHaveLength(2)
  })

  test('stops at the first missing permit and waits for the answers that are due', async () => {
    const server = await start()
    const record = await sendBatch({
      port: server.port,
      count: 500,
      settings: { maxConnections: 3 },
      hooks: { turn: (_, next) => next === undefined || next.number < 20 },
    })
    expect(record.end).toEqual({ end: 'stopped' })
    expect(record.outcomes.size).toBe(record.intents.length)
    expect(record.intents.length).toBeLessThanOrEqual(20)
    expect(new Set(kindsOf(record.outcomes))).toEqual(new Set(['sent']))
    expect(server.arrived).toHaveLength(record.intents.length)
  })

  test('looks at the permit again when the intent is on file', async () => {
    const server = await start()
    const record = await sendBatch({
      port: server.port,
      messages: numberedMails(3),
      hooks: { mayStillSend: message => message.number < 1 },
    })
    expect(record.end).toEqual({ end: 'stopped' })
    expect(kindsOf(record.outcomes)).toEqual(['sent', 'withheld'])
    expect(server.arrived).toHaveLength(1)
  })

  test('of large mails looks at the permit again before the final dot', async () => {
    const server = await start()
    // Twice for each: before the content, and before its dot.
    let asked = 0
    const large = `Subject: large\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(5000)}`
    const record = await sendBatch({
      port: server.port,
      messages: numberedMails(3, large),
      hooks: { mayStillSend: () => ++asked < 4 },
    })
    expect(record.end).toEqual({ end: 'stopped' })
    expect(record.intents).toEqual([0, 1])
    expect(kindsOf(record.outcomes)).toEqual(['sent', 'withheld'])
    expect(server.arrived.map(mail => mail.content === large)).toEqual([true])
  })

  test('from an asynchronous source and from promises arrives whole', async () => {
    const sink = await startSink()
    async function* slowly() {
      for (const mail of numberedMails(100)) {
        await new Promise(resolve => setImmediate(resolve))
        yield mail
      }
    }
    function* promised() {
      for (const mail of numberedMails(100))
        yield new Promise<NumberedMail>(resolve => setImmediate(() => resolve(mail)))
    }
    for (const messages of [slowly(), promised()]) {
      const record = await sendBatch({ port: sink.port, messages, settings: { maxConnections: 4 } })
      expect(record.end).toEqual({ end: 'done' })
      expect(record.outcomes.size).toBe(100)
    }
    expect(new Set(Object.values(sink.report().recipients))).toEqual(new Set([2]))
  })

  test('takes no more from a plain source than its connections can use', async () => {
    let taken = 0
    function* counted() {
      for (const mail of numberedMails(1000)) {
        taken++
        yield mail
      }
    }
    const server = await start()
    await sendBatch({
      port: server.port,
      messages: counted(),
      settings: { maxConnections: 2 },
      hooks: { turn: (_, next) => next === undefined || next.number < 5 },
    })
    expect(taken).toBeLessThanOrEqual(10)
  })

  test('ends with what its source or its journal threw, after the answers that are due', async () => {
    const server = await start()
    function* broken() {
      yield* numberedMails(3)
      throw new Error('no more templates')
    }
    await expect(sendBatch({ port: server.port, messages: broken() })).rejects.toThrow('no more templates')
    const turn = (_: unknown, next?: NumberedMail) => {
      if (next?.number === 2) throw new Error('disk full')
      return true
    }
    await expect(sendBatch({ port: server.port, count: 5, hooks: { turn } })).rejects.toThrow('disk full')
    expect(server.arrived.length).toBeLessThanOrEqual(5)
  })

  test('without messages opens no connection', async () => {
    const server = await start()
    expect((await sendBatch({ port: server.port, count: 0 })).end).toEqual({ end: 'done' })
    expect(server.connections()).toBe(0)
  })

  test('whose recipients cannot stand in an envelope settles them without sending', async () => {
    const server = await start()
    const bad = ['nobody', 'a@b\r\nRCPT TO:<x@y>', 'a b@c.test', '<a@c.test>', '日本@c.test', 'a@b.te\nst']
    const messages = numberedMails(bad.length + 1).map((mail, index) => ({
      ...mail,
      recipient: bad[index] ?? mail.recipient,
    }))
    const record = await sendBatch({ port: server.port, messages })
    expect(kindsOf(record.outcomes)).toEqual([...bad.map(() => 'bounced'), 'sent'])
    expect(server.commands.filter(line => line.startsWith('RCPT'))).toEqual(['RCPT TO:<user6@example.test>'])
  })
})

test('addresses and contents beyond ASCII go to a server that can take them', async () => {
  const server = await start({ ehlo: '250-test server\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8' })
  const messages = numberedMails(2, 'Subject: é\r\n\r\n').map(mail => ({ ...mail, recipient: 'ünï@bücher.test' }))
  await sendBatch({ port: server.port, messages })
  expect(server.mails.map(mail => Buffer.from(mail.to, 'latin1').toString())).toEqual([
    'ünï@xn--bcher-kva.test',
    'ünï@xn--bcher-kva.test',
  ])
  expect(server.commands.filter(line => line.startsWith('MAIL'))[1]).toBe(
    'MAIL FROM:<b.1@bounce.test> BODY=8BITMIME SMTPUTF8',
  )
})

describe('a connection lost in flight', () => {
  test.each([1, 2, 3])('leaves at most one message a connection in doubt, and loses none (round %i)', async round => {
    const lanes = 4
    const sockets = new Set<Socket>()
    let contents = 0
    const server = await start({
      dot: session => {
        sockets.add(session.socket)
        // All connections die at once, some before this answer and some in the middle of a content.
        if (++contents === round * 37) for (const socket of sockets) socket.destroy()
        return '250 ok'
      },
    })
    const record = await sendBatch({ port: server.port, count: 300, settings: { maxConnections: lanes } })
    expect(record.end).toEqual({ end: 'done' })
    const kinds = kindsOf(record.outcomes)
    expect(record.outcomes.size).toBe(300)
    expect(new Set(kinds)).toEqual(new Set(['sent', 'unknown']))
    expect(kinds.filter(kind => kind === 'unknown').length).toBeLessThanOrEqual(lanes)
    const arrived = server.arrived.map(mail => mail.to)
    expect(new Set(arrived).size).toBe(arrived.length)
    const believed = [...record.outcomes].filter(([, [outcome]]) => outcome?.kind === 'sent')
    expect(arrived).toEqual(expect.arrayContaining(believed.map(([number]) => `user${number}@example.test`)))
  })
})

describe('connections', () => {
  test('are kept for the next batch', async () => {
    const server = await start()
    const sender = openSmtpSender(testSettings(server.port))
    await sender.handOver(numberedMails(3), yes)
    await sender.handOver(numberedMails(3), yes)
    await sender.close()
    expect(server.connections()).toBe(1)
    await expect(sender.handOver(numberedMails(1), yes)).rejects.toThrow('closed')
  })

  test('are replaced when the server closed them between two batches', async () => {
    const sockets: Socket[] = []
    const server = await start({
      mail: session => {
        sockets.push(session.socket)
        return '250 ok'
      },
    })
    const sender = openSmtpSender(testSettings(server.port))
    await sender.handOver(numberedMails(1), yes)
    for (const socket of sockets) socket.destroy()
    expect(await sender.handOver(numberedMails(2), yes)).toEqual({ end: 'done' })
    await sender.close()
    expect(server.arrived).toHaveLength(3)
  })

  test('are renewed after their share of messages', async () => {
    const server = await start()
    const record = await sendBatch({ port: server.port, count: 10, settings: { messagesPerConnection: 4 } })
    expect(kindsOf(record.outcomes)).toHaveLength(10)
    expect(server.connections()).toBe(3)
  })

  test('never exceed the limit, however many batches run at once', async () => {
    let open = 0
    let most = 0
    const server = await start({
      greeting: session => {
        most = Math.max(most, ++open)
        session.socket.on('close', () => open--)
        return '220 hi'
      },
    })
    const sender = openSmtpSender(testSettings(server.port, { maxConnections: 3 }))
    const ends = await Promise.all([1, 2, 3, 4].map(() => sender.handOver(numberedMails(50), yes)))
    await sender.close()
    expect(ends.map(end => end.end)).toEqual(['done', 'done', 'done', 'done'])
    expect(server.arrived).toHaveLength(200)
    expect(most).toBeLessThanOrEqual(3)
  })

  test('to a server that refuses us are tried once, not once a lane', async () => {
    const server = await start({ greeting: '554 no' })
    await sendBatch({ port: server.port, count: 50, settings: { maxConnections: 20 } })
    expect(server.connections()).toBe(1)
  })

  test('to a port where nothing listens end in words', async () => {
    const server = await start()
    await server.close()
    const record = await sendBatch({ port: server.port })
    expect(record.end).toMatchObject({ end: 'rejected', rejection: { reason: 'connection_refused', temporary: true } })
  })

  test.each(['127.0.0.1', 'localhost', '[::1]', '2130706433'])(
    'to %s are not opened where that is not allowed',
    async host => {
      const server = await start()
      const settings = { host, isAllowedAddress: createAddressCheck({ allowPrivate: false }) }
      const record = await sendBatch({ port: server.port, settings })
      expect(record.end).toMatchObject({
        end: 'rejected',
        rejection: { reason: 'address_not_allowed', temporary: false },
      })
      expect(server.connections()).toBe(0)
    },
  )
})

describe('security', () => {
  const tlsEhlo = '250-test server\r\n250-PIPELINING\r\n250-STARTTLS\r\n250 AUTH PLAIN'
  const trusted = { host: 'localhost', certificateAuthorities: [SELF_SIGNED.cert], username: 'u', password: 'p' }

  test.each([
    ['tls', { implicitTls: true, ehlo: '250-test server\r\n250-PIPELINING\r\n250 AUTH PLAIN' }],
    ['starttls', { ehlo: tlsEhlo }],
    ['auto', { ehlo: tlsEhlo }],
  ] as const)('%s sends over an encrypted connection', async (security, script) => {
    const server = await start(script)
    const record = await sendBatch({
      port: server.port,
      count: 50,
      settings: { ...trusted, security, maxConnections: 2 },
    })
    expect(record.end).toEqual({ end: 'done' })
    expect(server.mails).toHaveLength(50)
    const { commands } = server
    const clear = security === 'tls' ? [] : commands.slice(0, commands.indexOf('STARTTLS'))
    expect(clear.some(line => line.startsWith('AUTH'))).toBe(false)
  })

  test('starttls checks the name in the certificate', async () => {
    const server = await start({ ehlo: tlsEhlo })
    const record = await sendBatch({
      port: server.port,
      settings: { ...trusted, host: '127.0.0.1', security: 'starttls' },
    })
    expect(record.end).toMatchObject({ rejection: { reason: 'certificate_name' } })
    expect(server.commands.some(line => line.startsWith('AUTH'))).toBe(false)
  })

  test('auto takes any certificate inside a private network, where clear text would do too', async () => {
    const server = await start({ ehlo: tlsEhlo })
    expect((await sendBatch({ port: server.port, settings: { security: 'auto' } })).end).toEqual({ end: 'done' })
    expect(server.commands).toContain('STARTTLS')
  })

  test('none never encrypts', async () => {
    const server = await start({ ehlo: tlsEhlo })
    expect((await sendBatch({ port: server.port, settings: { security: 'none' } })).end).toEqual({ end: 'done' })
    expect(server.commands).not.toContain('STARTTLS')
  })

  test('a password goes over clear text only inside a private network, or where somebody chose so', () => {
    expect(maySendPassword('auto', false, '93.184.216.34')).toBe(false)
    expect(maySendPassword('auto', false, '::ffff:93.184.216.34')).toBe(false)
    expect(maySendPassword('auto', false, '')).toBe(false)
    expect(maySendPassword('auto', false, '127.0.0.1')).toBe(true)
    expect(maySendPassword('auto', false, '192.168.1.5')).toBe(true)
    expect(maySendPassword('auto', true, '93.184.216.34')).toBe(true)
    expect(maySendPassword('none', false, '93.184.216.34')).toBe(true)
  })
})

test('any content arrives as it was, whatever dots and line ends it has', async () => {
  const server = await start()
  const sender = openSmtpSender(testSettings(server.port))
  const unit = fc.constantFrom('.', '..', '\r\n', '\r\n.\r\n', 'x', 'MAIL FROM:<a@b>', ' ', 'é')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 60 }), async text => {
      server.mails.length = 0
      const content = Buffer.from(text, 'utf8')
      await sender.handOver([{ envelopeFrom: '', recipient: 'a@b.test', content }], yes)
      const whole = text.endsWith('\r\n') ? text : `${text}\r\n`
      expect(server.mails.map(mail => Buffer.from(mail.content, 'latin1').toString('utf8'))).toEqual([whole])
    }),
    { numRuns: 150 },
  )
  await sender.close()
})

test.each(['a\n.\nb', 'a\r.\rb', 'a\n.\r\nb', 'a\r\n.\nb'])('%j cannot smuggle a second mail', async text => {
  const server = await start()
  await sendBatch({ port: server.port, messages: numberedMails(1, text) })
  expect(server.mails.map(mail => mail.content)).toEqual(['a\r\n.\r\nb\r\n'])
})
