import { CHANNELS } from '@notifly/contracts/applications/applications'
import { expect, test } from 'vitest'
import { REASON_NAMES, reasonNumber } from '../../engine/reasons.ts'
import { countsByName, STATE } from '../../engine/states.ts'
import { currentStatus, readDeliveryFilter, readReasons } from './statuses.ts'

const nothingDone = { openedAt: null, clickedAt: null, unsubscribedAt: null, dismissedAt: null }
const standing = { ...nothingDone, state: STATE.bounced, reason: 0, isLeased: false, waitsForMoment: false }
const counters = new Map([
  [STATE.failed, 2],
  [STATE.bounced, 3],
  [STATE.delivered, 5],
])

test.each(CHANNELS.filter(channel => channel !== 'email'))(
  'on %s what could not be delivered has failed: by name, in the counts, and in the list behind them',
  channel => {
    expect(currentStatus({ ...standing, channel })).toBe('failed')
    expect(countsByName(counters, channel)).toEqual({ failed: 5, delivered: 5 })
    expect(readDeliveryFilter('failed', channel)).toEqual([{ kind: 'states', states: [STATE.failed, STATE.bounced] }])
    // The word of mails finds those that the provider had been handed.
    expect(readDeliveryFilter('bounced', channel)).toEqual([{ kind: 'states', states: [STATE.bounced] }])
  },
)

test('mails that come back have bounced', () => {
  expect(currentStatus({ ...standing, channel: 'email' })).toBe('bounced')
  expect(countsByName(counters, 'email')).toEqual({ failed: 2, bounced: 3, delivered: 5 })
  expect(readDeliveryFilter('failed', 'email')).toEqual([{ kind: 'states', states: [STATE.failed] }])
})

test('reasons are filtered by their names, or all others after a minus sign', () => {
  const [missing, full] = [reasonNumber('mailbox_missing'), reasonNumber('mailbox_full')]
  expect(readReasons('mailbox_missing,mailbox_full')).toEqual([missing, full])
  const others = readReasons('-mailbox_missing,mailbox_full') ?? []
  expect(others).toHaveLength(REASON_NAMES.length - 2)
  expect([others.includes(0), others.includes(missing), others.includes(full)]).toEqual([true, false, false])
  expect(() => readReasons('-nonsense')).toThrow(/nonsense/)
})
