/** The missing right that a 403 response names. */
import { ACTIVITY_IDS, type ActivityId, type LevelName } from '@notifly/contracts/roles/activities'
import * as z from 'zod/mini'
import type { ApiError } from '../../api/api-error.ts'

const LEVEL_NAMES = ['none', 'read', 'create', 'update', 'delete'] as const satisfies LevelName[]

const missing = z.object({ activity: z.int(), level: z.int().check(z.minimum(1), z.maximum(4)) })

/** The right that a refused call needs; undefined if the server names none. */
export function missingRight(error: ApiError): { activity: ActivityId; level: Exclude<LevelName, 'none'> } | undefined {
  const named = missing.safeParse(error.data)
  const activity = named.success ? ACTIVITY_IDS.find(id => id === named.data.activity) : undefined
  const level = named.success ? LEVEL_NAMES[named.data.level] : undefined
  return activity === undefined || level === undefined || level === 'none' ? undefined : { activity, level }
}
