/** How the audience grew: a first file, a few more files, and new contacts each week. */
import { uuidv7 } from '@notifly/server/lib/uuid'
import type { Tables } from '@notifly/server/db/schema/tables'
import type { ControlledTransaction } from 'kysely'
import type { Shop, Team } from '../world/team.ts'
import type { World } from '../world/world.ts'
import { addContacts } from './contacts.ts'
import { addDevices, type Devices } from './devices.ts'
import { joinSegments, type Segments } from './segments.ts'

const CONTACTS = 40_000
const FIRST_DAY = -186

/** Imported files: the day, the file's name, and the share of the audience that it brought. */
const FILES = [
  { days: -186, name: 'customers-export.csv', share: 0.36 },
  { days: -121, name: 'design-fair-leads.xlsx', share: 0.06 },
  { days: -70, name: 'till-before-2024.csv', share: 0.08 },
  { days: -14, name: 'loyalty-update.csv', share: 0.03 },
] as const
const BY_AND_BY = 1 - FILES.reduce((sum, { share }) => sum + share, 0)

export interface Arrival {
  at: Date
  /** Adds the contacts who have come since the previous arrival. */
  come(): Promise<void>
}

export interface Growing {
  world: World
  team: Team
  segments: Segments
  devices: Devices
}

export function contactsOf({ scale }: World): number {
  return Math.round(CONTACTS * scale)
}

interface Group {
  until: Date
  /** Null if all come at once, from one file. */
  since: Date | null
  share: number
  file?: string
}

/**
 * All arrivals in chronological order. Each group is inserted while campaigns go to those before it, in a transaction
 * that is committed when the group comes. Disposal rolls back the one that is open.
 */
export function openArrivals(growing: Growing): AsyncDisposable & { arrivals: Arrival[] } {
  const { world, team } = growing
  const spans = numbered(world)
  let open = insertGroup(growing, spans[0])
  const arrivals = spans.map(({ from, to, until, file }, index): Arrival => ({
    at: until,
    come: async () => {
      await (await open)?.commit().execute()
      open = insertGroup(growing, spans[index + 1])
      if (file !== undefined) await noteImport(world, team, { name: file, until, rows: to - from + 1 })
    },
  }))
  return { arrivals, [Symbol.asyncDispose]: async () => (await open)?.rollback().execute() }
}

type Span = Group & { from: number; to: number }

/** The groups with the numbers of their contacts. */
function numbered(world: World): Span[] {
  const all = contactsOf(world)
  let last = 0
  return groups(world).map(group => {
    const from = last + 1
    last = Math.min(all, last + Math.max(1, Math.round(group.share * all)))
    return { ...group, from, to: last }
  })
}

function groups(world: World): Group[] {
  const files = FILES.map(({ days, name, share }) => ({
    until: world.at(days, '10:35'),
    since: null,
    share,
    file: name,
  }))
  const weeks = Array.from({ length: Math.floor(-FIRST_DAY / 7) + 1 }, (_, week) => {
    const days = Math.min(0, FIRST_DAY + 7 * (week + 1))
    const until = days === 0 ? new Date(world.now.getTime() - 60_000) : world.at(days, '08:00')
    // The shop grows: about twice as many contacts come per week at the end as at the beginning.
    const share = (BY_AND_BY * (0.68 + (0.68 * week) / 27)) / 27
    return { until, since: new Date(until.getTime() - 7 * 86_400_000), share }
  })
  return [...files, ...weeks].toSorted((a, b) => a.until.getTime() - b.until.getTime())
}

async function insertGroup(
  { world, team: { shop }, segments, devices }: Growing,
  span: Span | undefined,
): Promise<ControlledTransaction<Tables> | undefined> {
  if (span === undefined) return undefined
  const kysely = await world.database.kysely.startTransaction().execute()
  const inside = { ...world, database: { ...world.database, kysely } }
  try {
    await addContacts(inside, shop, span)
    await joinSegments(inside, shop, segments, span)
    await addDevices(inside, shop, devices, span)
  } catch (error) {
    await kysely.rollback().execute()
    throw error
  }
  return kysely
}

async function noteImport(
  { database }: World,
  { shop, meera }: Team,
  { name, until, rows }: { name: string; until: Date; rows: number },
): Promise<void> {
  await database.kysely
    .insertInto('import')
    .values({
      application_id: shop.applicationId,
      import_id: uuidv7(until),
      state: 'done',
      file_id: uuidv7(until),
      file_name: name,
      size_bytes: rows * 148,
      rows_total: rows + 3,
      rows_done: rows + 3,
      expected_users: rows,
      new_users: rows,
      rejected: 3,
      created_by: meera.accountId,
      created_at: until,
      expires_at: new Date(until.getTime() + 86_400_000),
    })
    .execute()
}

/** The kitchen's customers, all from one file. */
export async function addKitchenContacts(world: World, kitchen: Shop): Promise<void> {
  const count = Math.max(20, Math.round(620 * world.scale))
  await addContacts(world, kitchen, { from: 1, to: count, since: null, until: world.at(-138, '12:00') })
}
