import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyTable, NOBODY, NumberList } from '../../../lib/bulk/key-table.ts'
import { FileIdentities } from './parse-import.ts'
import { emptyRow } from './parse-contact.ts'

describe('a table of keys', () => {
  it('says of every key what a map would say, however long the keys are', () => {
    const key = fc.oneof(
      { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
      fc.integer({ min: 60_000, max: 70_000 }).map(length => 'k'.repeat(length)),
    )
    const gifts = fc.array(fc.tuple(key, fc.integer({ min: NOBODY, max: 1000 })), { maxLength: 60 })
    fc.assert(
      fc.property(gifts, fc.array(key, { maxLength: 5 }), (given, others) => {
        const table = new KeyTable()
        const map = new Map<string, number>()
        const entries = given.map(([text, owner]) => ({ text, entry: (map.set(text, owner), table.give(text, owner)) }))
        for (const { text, entry } of entries) expect(table.textOf(entry)).toBe(text)
        for (const text of [...map.keys(), ...others]) expect(table.ownerOf(text)).toBe(map.get(text) ?? NOBODY)
      }),
      { numRuns: 50 },
    )
  })

  it('keeps a hundred thousand keys apart', () => {
    const table = new KeyTable()
    for (let no = 0; no < 100_000; no++) table.give(`person.${no}@example.com`, no)
    for (let no = 0; no < 100_000; no += 7) {
      expect(table.ownerOf(`person.${no}@example.com`)).toBe(no)
      expect(table.textOf(no)).toBe(`person.${no}@example.com`)
    }
    expect(table.ownerOf('person.100000@example.com')).toBe(NOBODY)
  })

  it('keeps numbers in a list, and nothing where there are none', () => {
    const list = new NumberList()
    for (let no = 0; no < 50_000; no++) list.push(NOBODY)
    expect(list.sizeBytes).toBe(0)
    list.set(49_999, 7)
    expect([list.length, list.get(0), list.get(49_998), list.get(49_999)]).toEqual([50_000, NOBODY, NOBODY, 7])
  })
})

describe('the memory that a file takes for its keys', () => {
  it('is at most a hundred bytes for each contact with an address and an external id', () => {
    const rows = 136_000
    const identities = new FileIdentities()
    for (let no = 1; no <= rows; no++) {
      const email = `person.${no}+list@example.com`
      identities.admit({ ...emptyRow(no), email, email_key: email, external_user_id: `crm-${no}` })
    }
    expect(identities.sizeBytes / rows).toBeLessThan(100)
  })
})
