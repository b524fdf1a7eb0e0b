import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { transaction } from '../../db/transaction.ts'
import { testDatabase } from '../../testing/database.ts'
import { expectActivityRight } from '../../testing/engine/activity.ts'
import { createApplication, openRun, prepareEngine, runCounts } from '../../testing/engine/world.ts'
import { mergeStandings, type Recorded, type Standing, standingOf } from './outcomes.ts'
import { storeOutcomes } from './recorder.ts'
import { ATTEMPT, STATE, type State } from '../states.ts'

const database = await testDatabase()
let applicationId = ''

beforeAll(async () => {
  await prepareEngine(database)
  applicationId = (await createApplication(database, { contacts: 3, port: 1 })).applicationId
})

const NOON = Date.UTC(2026, 5, 10, 12)
const PENDING: Standing = {
  state: STATE.pending,
  attempts: 0,
  reason: 0,
  sentAtMs: -Infinity,
  lastEventAtMs: -Infinity,
}

const recorded: fc.Arbitrary<Recorded> = fc.record({
  seq: fc.integer({ min: 1, max: 3 }),
  state: fc.constantFrom<State[]>(...(Object.values(STATE) as State[])),
  attempts: fc.integer({ min: 0, max: 6 }),
  reason: fc.integer({ min: 0, max: 17 }),
  atMs: fc.nat(100_000).map(ms => NOON + ms),
  suppress: fc.constant(false),
  attempt: fc.constant(null),
})

const fold = (facts: readonly Recorded[]): Standing => facts.map(standingOf).reduce<Standing>(mergeStandings, PENDING)
const plain = ({ state, attempts, reason, sentAtMs, lastEventAtMs }: Standing) => [
  state,
  attempts,
  reason,
  sentAtMs,
  lastEventAtMs,
]

test('facts about a delivery give the same result in any order, any number and any grouping', () => {
  const facts = fc.array(recorded, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(facts, fc.array(fc.nat(7)), fc.nat(8), (all, again, cut) => {
      const repeated = [...again.flatMap(index => all[index] ?? []), ...all.toReversed()]
      expect(plain(fold(repeated))).toEqual(plain(fold(all)))
      expect(plain(mergeStandings(fold(all.slice(0, cut)), fold(all.slice(cut))))).toEqual(plain(fold(all)))
    }),
    { numRuns: 1000 },
  )
})

test('nothing moves a delivery that was sent back, and pending never follows an end', () => {
  fc.assert(
    fc.property(fc.array(recorded, { maxLength: 8 }), recorded, (facts, next) => {
      const before = fold(facts)
      const after = mergeStandings(before, standingOf(next))
      const level = (state: State): number => (state >= STATE.sent ? state : state === STATE.pending ? 0 : 1)
      expect(level(after.state)).toBeGreaterThanOrEqual(level(before.state))
    }),
  )
})

test('the database merges by the same rule, in whatever portions the facts arrive, and its counters agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(recorded, { maxLength: 5 }), { minLength: 1, maxLength: 4 }), async portions => {
      const { runId } = await openRun(database, applicationId)
      const batch = { applicationId, runId, channel: 'email', no: 1, token: 1 }
      for (const [index, portion] of portions.entries()) {
        const outcomes = portion.map(outcome => ({ batch, outcome }))
        await transaction(database, ({ client }) => storeOutcomes(client, outcomes, index))
      }
      const { rows } = await database.pool.query<Standing & { seq: number }>(
        `select seq, state, attempts, reason, extract(epoch from sent_at)::float8 * 1000 as "sentAtMs",
           extract(epoch from last_event_at)::float8 * 1000 as "lastEventAtMs"
         from delivery where run_id = $1 order by seq`,
        [runId],
      )
      const expected = [1, 2, 3].map(seq => fold(portions.flat().filter(fact => fact.seq === seq)))
      const rounded = (standing: Standing) => plain(standing).map(value => Math.round(value))
      expect(rows.map(rounded)).toEqual(expected.map(rounded))
      const counts: Record<number, number> = {}
      for (const { state } of expected) counts[state] = (counts[state] ?? 0) + 1
      expect(await runCounts(database, runId)).toEqual(counts)
      await expectActivityRight(database, { applicationId, runId })
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('outcomes far apart and attempts with any text arrive as they are', async () => {
  const { applicationId: large } = await createApplication(database, { contacts: 3000, port: 1 })
  const { runId } = await openRun(database, large)
  const batch = { applicationId: large, runId, channel: 'email', no: 1, token: 2 ** 40 + 7 }
  const answers = ['250 "ok" \\{,}', 'nul\u0000 Grüße 漢字 🙂 \ud800', '', 'x'.repeat(600)]
  const outcomes = [1, 2, 1500, 3000].map((seq, index): Recorded => {
    const answer = answers[index] ?? ''
    const attempt = { n: 1, kind: ATTEMPT.sent, code: 2_000_250, reason: '', providerMessageId: answer, answer }
    return { seq, state: STATE.sent, attempts: 1, reason: 0, atMs: NOON + seq, suppress: false, attempt }
  })
  const stored = outcomes.map(outcome => ({ batch, outcome }))
  await transaction(database, ({ client }) => storeOutcomes(client, stored, 0))
  const { rows } = await database.pool.query<object>(
    `select d.seq, d.state, d.sent_at, a.at, a.n, a.token, a.outcome, a.code, a.reason, a.provider_message_id, a.answer
     from delivery d join attempt a using (application_id, run_id, seq) where run_id = $1 order by seq`,
    [runId],
  )
  const kept = ['250 "ok" \\{,}', 'nul Grüße 漢字 🙂 \ufffd', null, 'x'.repeat(500)]
  const at = (seq: number): Date => new Date(NOON + seq)
  expect(rows).toEqual(
    [1, 2, 1500, 3000].map((seq, index) => ({
      ...{ seq, state: STATE.sent, sent_at: at(seq), at: at(seq), n: 1, token: batch.token, outcome: ATTEMPT.sent },
      ...{
        code: 2_000_250,
        reason: null,
        provider_message_id: kept[index]?.slice(0, 200) ?? null,
        answer: kept[index],
      },
    })),
  )
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 4, [STATE.pending]: 2996 })
})
