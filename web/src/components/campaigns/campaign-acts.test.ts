import { expect, test } from 'vitest'
import { type CampaignFacts, isEditable, isResendable, possibleActs } from './campaign-acts.ts'

const NEXT = 1_796_000_000

function facts(status: string, change: Partial<CampaignFacts> = {}): CampaignFacts {
  return {
    uuid: 'c',
    channel: 'email',
    name: 'C',
    status,
    repeats: false,
    nextRun: null,
    pausedOn: null,
    run: null,
    approval: undefined,
    ...change,
  }
}
const run = (status: string, sent = 5) => ({ uuid: 'r', status, sent, waiting: 5 })
const recurring = { repeats: true, nextRun: NEXT } as const

test.each<[string, CampaignFacts, string, string]>([
  ['a draft', facts('draft'), '', ''],
  ['one that waits for its moment', facts('scheduled', { nextRun: NEXT }), '', 'pause cancel'],
  ['one held back before it', facts('paused', { nextRun: NEXT, pausedOn: NEXT }), '', 'resume cancel'],
  ['one that goes out', facts('executing', { run: run('executing') }), '', 'pause cancel'],
  ['one that was sent', facts('sent', { run: run('sent') }), '', ''],
  ['a recurring one between its runs', facts('scheduled', { ...recurring, run: run('sent') }), '', 'pause cancel'],
  [
    'with a run on its way',
    facts('executing', { ...recurring, run: run('executing') }),
    'pause cancel',
    'pause cancel',
  ],
  ['with that run held back', facts('paused', { ...recurring, run: run('paused') }), 'resume cancel', 'pause cancel'],
  [
    'with all of it held back',
    facts('paused', { ...recurring, pausedOn: NEXT, run: run('paused') }),
    'resume cancel',
    'resume cancel',
  ],
  ['in its last run', facts('executing', { repeats: true, run: run('executing') }), 'pause cancel', ''],
  ['after its sunset', facts('ended', { repeats: true, run: run('sent') }), '', ''],
])('%s: what may be done with the run and with all of it', (_, campaign, ofRun, ofAll) => {
  const { run: one, all } = possibleActs(campaign)
  expect([one.join(' '), all.join(' ')]).toEqual([ofRun, ofAll])
})

test('what has a moment before it can be edited, also while a run goes on; what left can go again', () => {
  expect(isEditable(facts('executing', { ...recurring, run: run('executing') }))).toBe(true)
  expect(isEditable(facts('executing', { run: run('executing') }))).toBe(false)
  expect(isEditable(facts('cancelled', { repeats: true }))).toBe(false)
  expect(isResendable(facts('sent', { run: run('sent') }))).toBe(true)
  expect(isResendable(facts('failed', { run: run('failed', 0) }))).toBe(false)
})
