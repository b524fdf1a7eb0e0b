/** How the audience grew: a first file, a few more files, and new contacts each week. */
import { uuidv7 } from '@notifly/server/lib/uuid'
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

/** All arrivals in chronological order. */
export function arrivals(growing: Growing): Arrival[] {
  const { world, team } = growing
  let last = 0
  const next = (share: number): { from: number; to: number } => {
    const from = last + 1
    last = Math.min(contactsOf(world), last + Math.max(1, Math.round(share * contactsOf(world))))
    return { from, to: last }
  }
  const files = FILES.map(({ days, name, share }) => {
    const until = world.at(days, '10:35')
    return {
      at: until,
      come: async () => {
        const numbers = next(share)
        await add(growing, { ...numbers, since: null, until })
        await noteImport(world, team, { name, until, rows: numbers.to - numbers.from + 1 })
      },
    }
  })
  const weeks = Array.from({ length: Math.floor(-FIRST_DAY / 7) + 1 }, (_, week) => {
    const days = Math.min(0, FIRST_DAY + 7 * (week + 1))
    const until = days === 0 ? new Date(world.now.getTime() - 60_000) : world.at(days, '08:00')
    const since = new Date(until.getTime() - 7 * 86_400_000)
    // The shop grows: about twice as many contacts come per week at the end as at the beginning.
    const share = (BY_AND_BY * (0.68 + (0.68 * week) / 27)) / 27
    return { at: until, come: async () => add(growing, { ...next(share), since, until }) }
  })
  return [...files, ...weeks].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

async function add(
  { world, team: { shop }, segments, devices }: Growing,
  span: { from: number; to: number; since: Date | null; until: Date },
): Promise<void> {
  await addContacts(world, shop, span)
  await joinSegments(world, shop, segments, span)
  await addDevices(world, shop, devices, span)
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
