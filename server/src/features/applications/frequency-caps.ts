/** Frequency caps as they are stored: channels with a cap only; on the wire every channel stands, null without one. */
import { CHANNELS, type Application, type FrequencyCap } from '@notifly/contracts/applications/applications'
import type { StoredCaps } from './queries.ts'

type GivenCaps = Partial<Record<(typeof CHANNELS)[number], FrequencyCap | null | undefined>>

export function capsOnWire(stored: unknown): Application['frequency_cap'] {
  const caps = stored as StoredCaps
  return Object.fromEntries(CHANNELS.map(channel => [channel, caps[channel] ?? null])) as Application['frequency_cap']
}

/** What is stored after a change; undefined leaves all as they are, null lifts all caps. */
export function changedCaps(stored: unknown, given: GivenCaps | null | undefined): StoredCaps | undefined {
  if (given === undefined) return undefined
  const merged: GivenCaps = given === null ? {} : { ...(stored as StoredCaps), ...withoutUndefined(given) }
  return Object.fromEntries(Object.entries(merged).flatMap(([channel, cap]) => (cap ? [[channel, cap]] : [])))
}

function withoutUndefined(given: GivenCaps): GivenCaps {
  return Object.fromEntries(Object.entries(given).filter(([, cap]) => cap !== undefined))
}
