import { describe, expect, test } from 'vitest'
import { decodeFile } from './parse-csv.ts'

const LIMIT = 1_000_000

async function decode(bytes: Uint8Array): Promise<{ encoding: string; text: string }> {
  const file = await decodeFile({ bytes }, LIMIT)
  let text = ''
  for await (const piece of file.pieces()) text += piece.text
  return { encoding: file.encoding, text }
}

/** The bytes of ASCII and Latin-1 text as older programs write it. */
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

describe('encodings', () => {
  test('UTF-8 with and without its mark', async () => {
    const text = 'email,name\na@example.com,Zoë 佐藤 😀\n'
    expect(await decode(Buffer.from(text))).toEqual({ encoding: 'utf-8', text })
    expect(await decode(Buffer.from(`\uFEFF${text}`))).toEqual({ encoding: 'utf-8', text })
  })

  test('UTF-16 with and without its mark, in both byte orders', async () => {
    const text = 'email,name\na@example.com,Zoë 佐藤 😀\n'
    expect(await decode(utf16(`\uFEFF${text}`))).toEqual({ encoding: 'utf-16le', text })
    expect(await decode(utf16(text))).toEqual({ encoding: 'utf-16le', text })
    expect(await decode(utf16(`\uFEFF${text}`).swap16())).toEqual({ encoding: 'utf-16be', text })
    expect(await decode(utf16(text).swap16())).toEqual({ encoding: 'utf-16be', text })
  })

  test.each(['Zoë,Müller,García', 'François', 'Ñandú Íñigo', 'Åse Søren'])('%s in Latin-1', async names => {
    expect(await decode(latin(`email,name\na@example.com,${names}\n`))).toMatchObject({
      encoding: 'windows-1252',
      text: `email,name\na@example.com,${names}\n`,
    })
  })

  test('the signs that Windows-1252 adds', async () => {
    expect((await decode(new Uint8Array([...latin('email,n\na@b.example,'), 0x80, 0x93, 0x94]))).text).toContain('€“”')
  })

  test('Cyrillic and Japanese of older programs', async () => {
    const cyrillic = [
      0xc8, 0xe2, 0xe0, 0xed, 0x20, 0xcf, 0xe5, 0xf2, 0xf0, 0xee, 0xe2, 0x2c, 0xcc, 0xe0, 0xf0, 0xe8, 0xff, 0x20,
    ]
    const word = [0xd1, 0xec, 0xe8, 0xf0, 0xed, 0xee, 0xe2, 0xe0, 0x20]
    const text = (
      await decode(new Uint8Array([...latin('email,n\na@b.example,'), ...cyrillic, ...word, ...cyrillic, ...word]))
    ).text
    expect(text).toContain('Иван Петров')
    const japanese = [0x93, 0x8c, 0x8b, 0x9e, 0x93, 0x73, 0x82, 0xcc, 0x97, 0xe9, 0x96, 0xd8, 0x82, 0xb3, 0x82, 0xf1]
    const rows = Array.from({ length: 20 }, () => [...latin('a@b.example,'), ...japanese, 0x0a]).flat()
    expect((await decode(new Uint8Array([...latin('email,n\n'), ...rows]))).text).toContain('東京都の鈴木さん')
  })

  test('a letter that is cut by the end of a piece', async () => {
    const text = `email\n${'é'.repeat(300_000)}`
    expect((await decode(Buffer.from(text))).text).toBe(text)
  })
})

test('a word as long as the file is looked through once', async () => {
  const { encoding } = await decode(Buffer.concat([Buffer.from([0xe9]), latin('a'.repeat(LIMIT - 1))]))
  expect(encoding).toBe('windows-1252')
})

describe('files that are no text', () => {
  test.each([
    ['a PDF', '255044462d312e37'],
    ['a picture', '89504e470d0a1a0a'],
    ['a program', '4d5a100074686973'],
  ])('%s is unreadable', async (_, hex) => {
    await expect(decode(Buffer.from(hex, 'hex'))).rejects.toMatchObject({ key: 'unreadable' })
  })

  test('an empty one and one above the limit have errors of their own', async () => {
    await expect(decode(new Uint8Array())).rejects.toMatchObject({ key: 'emptyFile' })
    await expect(decode(latin('x'.repeat(LIMIT + 1)))).rejects.toMatchObject({ key: 'csvFile2mb' })
    await expect(decode(latin('x'.repeat(LIMIT)))).resolves.toMatchObject({ encoding: 'utf-8' })
  })
})
