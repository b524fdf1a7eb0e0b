import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { compileMail } from './compile-mail.ts'
import type { MailTemplate, Segment } from './compile-mail.ts'
import { composeMail } from './compose-mail.ts'
import { bytesOf } from './composed-mail.ts'
import type { MailHeaders, MailValues } from './compose-mail.ts'

const FROM = { address: 'news@shop.test', name: 'Shop' }
const HEADERS: MailHeaders = {
  to: { address: 'maya@example.test' },
  messageId: 'd.1@shop.test',
  date: new Date('2027-01-15T09:30:00Z'),
}
const NO_VALUES: MailValues = { slots: [] }

// Letters of every script, and everything that quoted-printable, SMTP or a mailbox file treats specially.
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom('.', '=', ' ', '\t', '\n', '\r\n', 'é', '€', '😀', 'x', '-', '=3D'),
    maxLength: 200,
  }),
  fc.constantFrom(
    'From here',
    '.',
    '..',
    '\n.\n',
    '',
    'https://shop.test/?a=b&c=d',
    'word '.repeat(40),
    'y'.repeat(300),
  ),
)
const segments = fc.array(fc.record({ text: piece, isSlot: fc.boolean() }), { minLength: 1, maxLength: 8 })
const oneLine = fc.string({ unit: 'grapheme', maxLength: 300 }).filter(text => !/[\p{Cc}\u2028\u2029]/u.test(text))

function templateOf(pieces: { text: string; isSlot: boolean }[]): {
  parts: Segment[]
  values: MailValues
  whole: string
} {
  const slots: string[] = []
  const parts = pieces.map(({ text, isSlot }): Segment => (isSlot ? { slot: slots.push(text) - 1 } : { static: text }))
  return { parts, values: { slots }, whole: pieces.map(({ text }) => text).join('') }
}

function compose(template: Partial<MailTemplate>, values = NO_VALUES, headers: Partial<MailHeaders> = {}): Buffer {
  const mail = compileMail({ from: FROM, subject: [{ static: 'Hello' }], ...template })
  return bytesOf(composeMail(mail, values, { ...HEADERS, ...headers }))
}

const lf = (text: string) => text.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+$/, '')

describe('content', () => {
  test('what comes out of a parser is what went in, whatever the split into segments and values', async () => {
    await fc.assert(
      fc.asyncProperty(segments, segments, async (first, second) => {
        const html = templateOf(first)
        const text = templateOf(second)
        const shifted = text.parts.map(part => ('slot' in part ? { slot: part.slot + html.values.slots.length } : part))
        const slots = [...html.values.slots, ...text.values.slots]
        const mail = compose({ html: html.parts, text: shifted }, { slots })
        const parsed = await PostalMime.parse(mail)
        expect(lf(parsed.html ?? '')).toBe(lf(html.whole.toWellFormed()))
        expect(lf(parsed.text ?? '')).toBe(lf(text.whole.toWellFormed()))
      }),
      { numRuns: 150 },
    )
  })

  test('a part that comes with each message reads the same as the same text in segments', async () => {
    await fc.assert(
      fc.asyncProperty(piece, async text => {
        const parsed = await PostalMime.parse(compose({ html: 'per-message' }, { slots: [], html: text }))
        expect(lf(parsed.html ?? '')).toBe(lf(text.toWellFormed()))
      }),
      { numRuns: 100 },
    )
  })

  test('every mail is 7-bit, with whole line ends, lines of at most 76 characters and no leading dot', () => {
    fc.assert(
      fc.property(segments, oneLine, oneLine, (pieces, subject, name) => {
        const { parts, values } = templateOf(pieces)
        const mail = compose({ html: parts, subject: [{ static: subject }], from: { ...FROM, name } }, values)
        const text = mail.toString('latin1')
        expect(text).toMatch(/^[\t\r\n -~]*$/)
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        const content = text.slice(text.indexOf('\r\n\r\n'))
        for (const line of content.split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(76)
          expect(line).not.toMatch(/^\.|^From |[ \t]$/)
        }
        expect(Math.max(...text.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(998)
      }),
      { numRuns: 150 },
    )
  })

  test('static bytes are the same objects for every recipient', () => {
    const mail = compileMail({
      from: FROM,
      subject: [{ static: 'Hi' }],
      text: [{ static: 'Dear ' }, { slot: 0 }, { static: '!' }],
    })
    const one = bytesOf(composeMail(mail, { slots: ['Maya'] }, HEADERS)).toString('latin1')
    const two = bytesOf(composeMail(mail, { slots: ['Zoë'] }, HEADERS)).toString('latin1')
    expect(one.replace('\r\nMaya=\r\n', '\r\nZo=C3=AB=\r\n')).toBe(two)
  })

  test('HTML, text and five attachments travel together', async () => {
    const names = ['plan.pdf', 'résumé 2027.txt', 'a"quote\\.csv', 'very-long-'.repeat(12), '日本語.png']
    const attachments = names.map((filename, index) => ({
      filename,
      contentType: 'application/octet-stream',
      content: Buffer.alloc(index * 1000 + 1, index),
    }))
    const mail = compose({ html: [{ static: '<p>Hi</p>' }], text: [{ static: 'Hi' }], attachments })
    const parsed = await PostalMime.parse(mail)
    expect([parsed.html, parsed.text]).toEqual(['<p>Hi</p>\n', 'Hi\n'])
    expect(parsed.attachments.map(entry => entry.filename)).toEqual(names.map(name => name.replace(/^.*[/\\]/, '')))
    const contents = parsed.attachments.map(entry => Buffer.from(entry.content as ArrayBuffer))
    expect(contents).toEqual(attachments.map(entry => entry.content))
  })

  test('a sixth attachment, an empty mail and a missing value are refused', () => {
    const attachment = { filename: 'a', contentType: 'text/plain', content: Buffer.from('a') }
    expect(() =>
      compose({ text: [{ static: 'a' }], attachments: Array.from({ length: 6 }, () => attachment) }),
    ).toThrow('at most 5')
    expect(() => compose({})).toThrow('neither HTML nor text')
    expect(() => compose({ text: [{ slot: 0 }] })).toThrow('slot 0 has no value')
    expect(() => compose({ text: 'per-message' })).toThrow('text: is missing')
  })
})

describe('headers', () => {
  test('subject, names and addresses come back as they were', async () => {
    await fc.assert(
      fc.asyncProperty(oneLine, oneLine, oneLine, async (subject, fromName, toName) => {
        const mail = compose(
          { text: [{ static: 'a' }], subject: [{ slot: 0 }], from: { ...FROM, name: fromName } },
          { slots: [subject] },
          { to: { address: 'maya@example.test', name: toName } },
        )
        const parsed = await PostalMime.parse(mail)
        expect(parsed.subject ?? '').toBe(subject.trim())
        expect(parsed.from).toMatchObject({ address: FROM.address, name: fromName.trim() })
        expect(parsed.to?.[0]).toMatchObject({ address: 'maya@example.test', name: toName.trim() })
      }),
      { numRuns: 150 },
    )
  })

  test('a mail names its date, its id and the way out of the list', async () => {
    const unsubscribe = { url: `https://shop.test/u/${'t'.repeat(120)}`, address: 'leave@shop.test' }
    const mail = compose(
      { text: [{ static: 'a' }], headers: { 'Feedback-ID': 'c1:shop' }, replyTo: { address: 'help@shop.test' } },
      NO_VALUES,
      {
        unsubscribe,
        further: { 'X-Tag': 'r1' },
      },
    )
    const parsed = await PostalMime.parse(mail)
    const fields = Object.fromEntries(parsed.headers.map(header => [header.key, header.value]))
    expect(fields).toMatchObject({
      'message-id': '<d.1@shop.test>',
      'list-unsubscribe': `<${unsubscribe.url}>, <mailto:leave@shop.test>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'feedback-id': 'c1:shop',
      'x-tag': 'r1',
      'reply-to': 'help@shop.test',
      'mime-version': '1.0',
      date: 'Fri, 15 Jan 2027 09:30:00 +0000',
    })
  })

  const INJECTIONS: [string, () => Buffer][] = ['\r\nBcc: all@x.test', '\nX: 1', '\r', '\0', '\u2028'].flatMap(evil => [
    [
      `subject with ${JSON.stringify(evil)}`,
      () => compose({ text: 'per-message', subject: 'per-message' }, { slots: [], text: '', subject: `Hi${evil}` }),
    ],
    [`name with ${JSON.stringify(evil)}`, () => compose({ text: [], from: { ...FROM, name: `Shop${evil}` } })],
    [
      `recipient with ${JSON.stringify(evil)}`,
      () => compose({ text: [] }, NO_VALUES, { to: { address: `a@b.test${evil}` } }),
    ],
    [
      `message id with ${JSON.stringify(evil)}`,
      () => compose({ text: [] }, NO_VALUES, { messageId: `a@b.test${evil}` }),
    ],
    [
      `further field with ${JSON.stringify(evil)}`,
      () => compose({ text: [] }, NO_VALUES, { further: { 'X-Tag': evil } }),
    ],
    [
      `field name with ${JSON.stringify(evil)}`,
      () => compose({ text: [] }, NO_VALUES, { further: { [`X${evil}`]: '1' } }),
    ],
    [
      `link with ${JSON.stringify(evil)}`,
      () => compose({ text: [] }, NO_VALUES, { unsubscribe: { url: `https://a.test/${evil}` } }),
    ],
    [
      `file name with ${JSON.stringify(evil)}`,
      () =>
        compose({
          text: [],
          attachments: [{ filename: `a${evil}`, contentType: 'text/plain', content: Buffer.alloc(1) }],
        }),
    ],
  ])
  test.each(INJECTIONS)('a %s is refused', (_, build) => {
    expect(build).toThrow(expect.objectContaining({ name: 'ComposeError' }))
  })

  test.each(['a b@x.test', 'a@x.test>', '<a@x.test', 'a@b@x.test', 'a,b@x.test', 'ünï@x.test', 'nobody', ''])(
    '"%s" is refused as an address',
    address => {
      expect(() => compose({ text: [] }, NO_VALUES, { to: { address } })).toThrow('isn’t an email address')
    },
  )

  test('a domain of another script is written in ASCII', async () => {
    const parsed = await PostalMime.parse(compose({ text: [] }, NO_VALUES, { to: { address: 'maya@bücher.test' } }))
    expect(parsed.to?.[0]?.address).toBe('maya@xn--bcher-kva.test')
  })
})
