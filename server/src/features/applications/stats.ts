import {
  type ApplicationOverview,
  type ApplicationStats,
  type Channel,
  CHANNELS,
} from '@notifly/contracts/applications/applications'
import type { Deps } from '../../http/deps.ts'
import { pendingObjects } from '../approvals/approvals.ts'
import { latestRuns } from '../runs/runs.ts'
import { selectAllApplications, selectConfigurations, selectInventory } from './queries.ts'
import type { ReadReach } from './reach.ts'

const OVERVIEW_RUNS = 5

/** All applications of an account with what their cards show. */
export async function readStats(deps: Deps, readReach: ReadReach, accountId: string): Promise<ApplicationStats[]> {
  const applications = await selectAllApplications(deps.database.kysely, accountId)
  if (applications.length === 0) return []
  const statsOf = await statsOfAll(
    deps,
    readReach,
    applications.map(application => application.application_id),
  )
  return applications.map(({ application_id: id, name, organization_id, organization_name }) => ({
    application_uuid: id,
    app_id: id,
    slug: id,
    name,
    organization_uuid: organization_id,
    organization_name,
    ...statsOf(id),
  }))
}

type Stats = Pick<ApplicationStats, 'channels' | 'contacts' | 'reach' | 'last_run'>

/** How each of these applications is doing; at least one. */
export async function statsOfAll(deps: Deps, readReach: ReadReach, ids: string[]): Promise<(id: string) => Stats> {
  const db = deps.database.kysely
  const [configurations, pending, reaches, runs] = await Promise.all([
    selectConfigurations(db, ids),
    pendingObjects(db, ids, 'channel'),
    readReach(ids),
    latestRuns(deps, ids, 1),
  ])
  return id => {
    const [run] = runs.get(id) ?? []
    const { contacts, channels: reach } = reaches(id)
    const channels = healthOf(id, configurations, pending)
    return { channels, contacts, reach, ...(run === undefined ? {} : { last_run: run }) }
  }
}

/** The first part of one application's dashboard. */
export async function readApplicationOverview(
  deps: Deps,
  readReach: ReadReach,
  applicationId: string,
): Promise<ApplicationOverview> {
  const db = deps.database.kysely
  const [configurations, pending, reaches, runs, inventory] = await Promise.all([
    selectConfigurations(db, [applicationId]),
    pendingObjects(db, [applicationId], 'channel'),
    readReach([applicationId]),
    latestRuns(deps, [applicationId], OVERVIEW_RUNS),
    selectInventory(db, applicationId),
  ])
  const { contacts, addedLately, channels: reach } = reaches(applicationId)
  return {
    channels: healthOf(applicationId, configurations, pending),
    reach,
    contacts: {
      total: contacts,
      added_7_days: addedLately,
      segments: inventory.segments ?? 0,
      suppressed: inventory.suppressed ?? 0,
    },
    templates: inventory.templates ?? 0,
    members: inventory.members ?? 0,
    runs: runs.get(applicationId) ?? [],
  }
}

/** A configuration that waits for its first approval is pending; a change of a working one is not. */
function healthOf(
  applicationId: string,
  configurations: Awaited<ReturnType<typeof selectConfigurations>>,
  pending: Awaited<ReturnType<typeof pendingObjects>>,
): ApplicationStats['channels'] {
  const stateOf = (channel: Channel) => {
    const row = configurations.find(each => each.application_id === applicationId && each.channel === channel)
    if (row !== undefined) return row.failing_since === null ? 'configured' : 'failing'
    const isPending = pending.some(each => each.applicationId === applicationId && each.id === channel)
    return isPending ? 'pending' : 'none'
  }
  return Object.fromEntries(CHANNELS.map(channel => [channel, stateOf(channel)])) as ApplicationStats['channels']
}
