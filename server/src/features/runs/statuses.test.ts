import { CHANNELS } from '@notifly/contracts/applications/applications'
import { expect, test } from 'vitest'
import { countsByName, STATE } from '../../engine/states.ts'
import { currentStatus, readDeliveryFilter } from './statuses.ts'

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
