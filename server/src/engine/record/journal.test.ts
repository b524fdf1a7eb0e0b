import { appendFileSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dataFolder } from '../../testing/engine/workers.ts'
import { Journal } from './journal.ts'
import { readJournal } from './recovery.ts'
import { recordOutcome } from './outcomes.ts'
import { TUNING } from '../tuning.ts'

const batch = { applicationId: crypto.randomUUID(), runId: crypto.randomUUID(), channel: 'email', no: 3, token: 9 }
const folder = dataFolder()
let journals = 0
const newFolder = () => join(folder, String(journals++))

function sent(seq: number, answer = '250 2.0.0 ok') {
  return {
    seq,
    n: 1,
    outcome: recordOutcome({ kind: 'sent', answer, providerMessageId: `Q${seq}` }, { seq, n: 1 }, 1000 + seq),
  }
}

/** Of a device. */
function gone(seq: number) {
  const told = { kind: 'bounced', reason: 'subscription_gone', code: '410', answer: 'Gone', suppress: true } as const
  const outcome = recordOutcome(told, { seq, n: 1 }, 1000 + seq)
  return { seq, n: 1, outcome: outcome && { ...outcome, handedOverMs: 900 + seq } }
}

const onlyFile = (path: string) => join(path, readdirSync(path)[0] ?? '')

test('what was written is read: outcomes in order, and messages on their way as in doubt', () => {
  const path = newFolder()
  const journal = new Journal(path, TUNING.journalSegmentBytes)
  const key = {}
  journal.open(key, batch)
  journal.turn(key, [], { seq: 1, n: 1 })
  journal.turn(key, [], { seq: 2, n: 1 })
  journal.turn(key, [sent(1, '250 "ok" \\ é 漢字')], { seq: 3, n: 2 })
  journal.turn(key, [{ seq: 2, n: 1, outcome: null }], { seq: 4, n: 1 })
  journal.turn(key, [gone(4)], null)
  journal.commit()
  const content = readJournal(path, 0)
  expect(content.outcomes).toEqual([
    { batch, outcome: sent(1, '250 "ok" \\ é 漢字').outcome },
    { batch, outcome: gone(4).outcome },
  ])
  expect(content.inDoubt).toEqual([{ batch, intent: { seq: 3, n: 2 } }])
  expect(content.end).toBe(journal.position)
})

test('what the database has is not read again', () => {
  const path = newFolder()
  const journal = new Journal(path, TUNING.journalSegmentBytes)
  const key = {}
  journal.open(key, batch)
  journal.turn(key, [sent(1)], null)
  journal.commit()
  const { position } = journal
  journal.turn(key, [sent(2)], null)
  journal.commit()
  expect(readJournal(path, position).outcomes.map(({ outcome }) => outcome.seq)).toEqual([2])
})

test('a torn tail is ignored wherever the tear is, and so is what follows a damaged record', () => {
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), (cut, withNoise) => {
      const path = newFolder()
      const journal = new Journal(path, TUNING.journalSegmentBytes)
      const key = {}
      journal.open(key, batch)
      const ends = [1, 2, 3, 4, 5].map(seq => {
        journal.turn(key, [sent(seq)], { seq: seq + 100, n: 1 })
        journal.commit()
        return journal.position
      })
      const file = onlyFile(path)
      const length = cut % (readFileSync(file).length + 1)
      truncateSync(file, length)
      if (withNoise) appendFileSync(file, Buffer.from([7, 0, 0, 0, 1, 2, 3, 4, 5, 6]))
      const whole = ends.filter(end => end <= length).length
      const content = readJournal(path, 0)
      expect(content.outcomes).toHaveLength(whole)
      expect(content.inDoubt).toHaveLength(whole)
    }),
  )
})

test('files whose outcomes are stored are removed, and a later file knows what is still open', () => {
  const path = newFolder()
  const journal = new Journal(path, 500)
  const [slow, quick] = [{}, {}]
  journal.open(slow, batch)
  journal.open(quick, { ...batch, no: 4 })
  journal.turn(slow, [], { seq: 777, n: 1 })
  for (let seq = 1; seq <= 50; seq++) {
    journal.turn(quick, [sent(seq)], null)
    journal.commit()
  }
  expect(readdirSync(path).length).toBeGreaterThan(5)
  journal.committed(journal.position)
  expect(readdirSync(path)).toHaveLength(1)
  const content = readJournal(path, journal.position)
  expect(content).toMatchObject({ outcomes: [], inDoubt: [{ batch: { no: 3 }, intent: { seq: 777, n: 1 } }] })
})

test('an old file is removed once its outcomes are stored, however small it is', () => {
  const path = newFolder()
  const journal = new Journal(path, TUNING.journalSegmentBytes)
  const [slow, quick] = [{}, {}]
  const words = () =>
    readdirSync(path)
      .map(name => readFileSync(join(path, name), 'latin1'))
      .join('')
  journal.open(slow, batch)
  journal.open(quick, { ...batch, no: 4 })
  journal.turn(slow, [], { seq: 777, n: 1 })
  journal.turn(quick, [sent(1, '550 <ana@example.com>')], null)
  journal.commit()
  journal.renew(60_000)
  expect(readdirSync(path)).toHaveLength(1)
  const { position } = journal
  journal.renew(0)
  expect(words()).toContain('ana@example.com')
  expect(readJournal(path, 0)).toMatchObject({
    outcomes: [{ outcome: { seq: 1 } }],
    inDoubt: [{ intent: { seq: 777 } }],
  })
  journal.committed(position)
  expect(words()).not.toContain('ana@example.com')
  expect(readJournal(path, position)).toMatchObject({ outcomes: [], inDoubt: [{ intent: { seq: 777 } }] })
})

test('a worker without work keeps an empty file, which tells how far its journal is', () => {
  const path = newFolder()
  const journal = new Journal(path, TUNING.journalSegmentBytes)
  const key = {}
  journal.open(key, batch)
  journal.turn(key, [sent(1)], null)
  journal.close(key)
  journal.commit()
  const { position } = journal
  journal.committed(position)
  journal.renew(0)
  journal.renew(0)
  expect(readdirSync(path)).toHaveLength(1)
  expect(readJournal(path, position)).toEqual({ outcomes: [], inDoubt: [], end: position })
})

test('nothing is in the file before the commit, and many records are one piece', () => {
  const path = newFolder()
  const journal = new Journal(path, TUNING.journalSegmentBytes)
  const key = {}
  journal.open(key, batch)
  for (let seq = 1; seq <= 5; seq++) journal.turn(key, [], { seq, n: 1 })
  expect(readJournal(path, 0)).toEqual({ outcomes: [], inDoubt: [], end: 0 })
  journal.commit()
  expect(readJournal(path, 0).inDoubt.map(({ intent }) => intent.seq)).toEqual([1, 2, 3, 4, 5])
  expect(readJournal(path, 0).end).toBe(journal.position)
})

test('a journal that does not exist is empty', () => {
  expect(readJournal(newFolder(), 0)).toEqual({ outcomes: [], inDoubt: [], end: 0 })
})
