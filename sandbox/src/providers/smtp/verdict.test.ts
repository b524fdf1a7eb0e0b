import { expect, test } from 'vitest'
import { NO_FAULTS, type Dials } from '../../faults/dials.ts'
import { decide, type Verdict } from './verdict.ts'

const people = Array.from({ length: 4000 }, (_, i) => `person${i}@x.example`)

function outcome(verdict: Verdict): string {
  if (verdict.kind === 'refused') return String(verdict.refusal.code)
  const { report, opens, clicks } = verdict.reactions
  return [report, opens && 'opens', clicks && 'clicks'].filter(Boolean).join('+') || 'accepted'
}

function share(dials: Partial<Dials>, wanted: (outcome: string) => boolean, attempt = 1, canReport = false): number {
  const hit = people.filter(address => wanted(outcome(decide(address, { ...NO_FAULTS, ...dials }, attempt, canReport))))
  return hit.length / people.length
}

test('without dials everybody is accepted and nothing follows', () => {
  expect(share({}, what => what === 'accepted')).toBe(1)
})

test('a dial hits about the share it says, all at 1 and none at 0', () => {
  expect(share({ hard_bounce_rate: 0.1 }, what => what === '550')).toBeCloseTo(0.1, 1)
  expect(share({ soft_bounce_rate: 0.25 }, what => what === '552')).toBeCloseTo(0.25, 1)
  expect(share({ error_rate: 1 }, what => what === '451')).toBe(1)
  expect(share({ error_rate: 1 }, what => what === '451', 7)).toBe(1)
  expect(share({ throttle_rate: 1 }, what => what === '421' || what === '450')).toBe(1)
  expect(share({ open_rate: 0.4 }, what => what.includes('opens'))).toBeCloseTo(0.4, 1)
})

test('the same seed picks the same people, another seed others', () => {
  const bounced = (seed: number) =>
    people.filter(
      address => outcome(decide(address, { ...NO_FAULTS, hard_bounce_rate: 0.1, seed }, 1, false)) === '550',
    )
  expect(bounced(1)).toEqual(bounced(1))
  expect(bounced(2)).not.toEqual(bounced(1))
  expect(decide('A@x.example', { ...NO_FAULTS, hard_bounce_rate: 0.5 }, 1, false)).toEqual(
    decide('a@X.example', { ...NO_FAULTS, hard_bounce_rate: 0.5 }, 1, false),
  )
})

test('whom an error hits at the first attempt, a retry may reach', () => {
  const fails = (attempt: number) => (address: string) =>
    outcome(decide(address, { ...NO_FAULTS, error_rate: 0.5 }, attempt, false)) === '451'
  const first = people.filter(fails(1))
  const both = first.filter(fails(2))
  expect(both.length).toBeGreaterThan(0)
  expect(both.length / first.length).toBeCloseTo(0.5, 1)
})

test('half of the bounces come by message where that is possible', () => {
  expect(share({ hard_bounce_rate: 1 }, what => what === '550', 1, true)).toBeCloseTo(0.5, 1)
  expect(share({ hard_bounce_rate: 1 }, what => what === 'hard', 1, true)).toBeCloseTo(0.5, 1)
  expect(share({ soft_bounce_rate: 1 }, what => what === 'soft', 1, true)).toBeCloseTo(0.5, 1)
})

test('those who click are among those who open', () => {
  expect(share({ open_rate: 0.5, click_rate: 0.2 }, what => what === 'opens+clicks')).toBeCloseTo(0.2, 1)
  expect(share({ open_rate: 0.5, click_rate: 0.2 }, what => what === 'clicks')).toBe(0)
})

test.each([
  ['bounce-hard@x.example', 1, '550'],
  ['Bounce-Hard-7+tag@x.example', 1, '550'],
  ['bounce-soft.2@x.example', 1, '552'],
  ['bounce-late@x.example', 1, 'hard'],
  ['defer@x.example', 1, '451'],
  ['defer@x.example', 2, 'accepted'],
  ['defer-always@x.example', 9, '451'],
  ['complain1@x.example', 1, 'complaint'],
  ['deferrari@x.example', 1, 'accepted'],
  ['slowik@x.example', 1, 'accepted'],
  ['someone.bounce-hard@x.example', 1, 'accepted'],
])('%s at attempt %i: %s', (address, attempt, expected) => {
  const verdict = decide(address, NO_FAULTS, attempt, true)
  expect(outcome(verdict)).toBe(expected)
})

test('latency and slow addresses delay the answer', () => {
  expect(decide('slow@x.example', NO_FAULTS, 1, false)).toMatchObject({ delayMs: 5000 })
  expect(decide('slow@x.example', { ...NO_FAULTS, latency_ms: 20 }, 1, false)).toMatchObject({ delayMs: 5020 })
  expect(decide('slowik@x.example', { ...NO_FAULTS, latency_ms: 20 }, 1, false)).toMatchObject({ delayMs: 20 })
})
