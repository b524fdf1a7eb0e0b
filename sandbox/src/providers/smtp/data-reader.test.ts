import { expect, test } from 'vitest'
import { DataReader } from './data-reader.ts'

function read(chunks: Buffer[], maxBytes = 1000) {
  const reader = new DataReader(maxBytes)
  let before = 0
  for (const chunk of chunks) {
    const taken = reader.take(chunk)
    if (taken >= 0) return { mail: reader.finish().toString(), bytes: before + taken, tooLarge: reader.isTooLarge }
    before += chunk.length
  }
  return undefined
}

const CASES = [
  ['one line', 'Hello\r\n.\r\nNEXT', 'Hello\r\n'],
  ['an empty mail', '.\r\nNEXT', ''],
  ['doubled dots', '..a\r\n...b\r\nc..d\r\n..\r\n.\r\nNEXT', '.a\r\n..b\r\nc..d\r\n.\r\n'],
  ['bare carriage returns', 'a\r.\r\nb\r\n\r\n.\r\nNEXT', 'a\r.\r\nb\r\n\r\n'],
] as const

test.each(CASES)('%s is the same however it is cut', (_name, wire, mail) => {
  const bytes = wire.length - 'NEXT'.length
  const whole = Buffer.from(wire)
  for (let i = 0; i <= whole.length; i++) {
    for (let j = i; j <= whole.length; j++) {
      const chunks = [whole.subarray(0, i), whole.subarray(i, j), whole.subarray(j)].filter(chunk => chunk.length > 0)
      expect(read(chunks), `cut at ${i} and ${j}`).toEqual({ mail, bytes, tooLarge: false })
    }
  }
})

test('a lone dot between bare line feeds does not end a mail', () => {
  const wire = 'a\n.\nMAIL FROM:<x@y>\n.\r\nb\r\n.\r\n'
  expect(read([Buffer.from(wire)])).toMatchObject({ mail: 'a\n.\nMAIL FROM:<x@y>\n.\r\nb\r\n', bytes: wire.length })
})

test('a mail above the limit is read to its end and not kept', () => {
  const chunks = Array.from({ length: 20 }, () => Buffer.alloc(100, 'x'))
  expect(read([...chunks, Buffer.from('\r\n.\r\n')])).toEqual({ mail: '', bytes: 2005, tooLarge: true })
})
