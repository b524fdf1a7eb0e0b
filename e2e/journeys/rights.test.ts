/** What each role may, it finds and can use; what it may not, it is not offered, and the dashboard does not ask for it. */
import {
  ACTIVITY_IDS,
  type ActivityId,
  LEVEL,
  type LevelName,
  type PermissionSet,
} from '@notifly/contracts/roles/activities'
import { hasCell } from '@notifly/contracts/roles/permissions'
import { listRoles, updateRole } from '@notifly/contracts/roles/roles'
import { beforeAll, expect, test } from 'vitest'
import { addressOf, GUARDED_PAGES, type GuardedPage } from '../browser/guarded-pages.ts'
import { open, product } from '../browser/journey.ts'
import { blockWrites } from '../browser/openers.ts'
import { separatingGroups } from '@notifly/server/testing/separating-groups'
import { type Opened, pagesLeftOut, walkPages } from '../browser/rights-walk.ts'
import { type Lumen, lumen } from '../product/lumen.ts'
import { newEmail, newMember, newRole, ROLES } from '../product/people.ts'

/** Pages that every role can open and that link to many others. */
const HUBS = ['dashboard', '/applications']
/** Some minutes on a machine of its own. */
const WALK_MS = 900_000
const NOTHING: PermissionSet = {}

let seeded: Lumen
beforeAll(async () => {
  seeded = await lumen(product, newEmail())
})

test('the walk knows every page that an application has', async () => {
  const tab = await open({ person: seeded.owner })
  const addresses = GUARDED_PAGES.map(page => addressOf(page, seeded))
  // Of people without a session or an application, for all, and the operator’s: their own tests open them.
  const left = (await pagesLeftOut(tab, seeded, addresses)).filter(
    path => !/^\/(about|auth|c|changelogs|developers|logout|components|onboarding|operator)\b/.test(path),
  )
  expect(left).toEqual([])
})

test(
  'each activity alone, at each level that some page asks for, opens its pages and asks for nothing else',
  { timeout: WALK_MS },
  async () => {
    const { tab, becomes } = await memberWith(NOTHING)
    const problems: string[] = []
    const pressed = new Set<string>()
    for (const activity of ACTIVITY_IDS) {
      const pages = GUARDED_PAGES.filter(({ activities }) => activities.includes(activity))
      const levels = levelsOf(activity, pages)
      const opened: Opened = new Map()
      for (const [index, level] of levels.entries()) {
        const rights: PermissionSet = { [activity]: [LEVEL[level], 0] }
        await becomes(rights)
        // Whoever may least is refused most, whoever may most is offered most, and opens it; between them a level opens its own pages.
        const isHighest = index === levels.length - 1
        const walked = pages.filter(page => index === 0 || isHighest || page.level === level)
        const found = await walkPages(tab, seeded, rights, walked, isHighest ? opened : undefined)
        problems.push(...found.map(problem => `${activity} ${level}, ${problem}`))
      }
      for (const names of opened.values()) for (const name of names) pressed.add(name)
    }
    expect(problems).toEqual([])
    // Where nothing is pressed nothing can be refused.
    expect(pressed.size).toBeGreaterThan(30)
  },
)

test('pages that link to many others offer and ask for nothing that the role lacks', { timeout: WALK_MS }, async () => {
  const { tab, becomes } = await memberWith(NOTHING)
  const hubs = GUARDED_PAGES.filter(({ path }) => HUBS.includes(path(seeded)))
  const problems: string[] = []
  // What all roles are offered there is opened once.
  const opened: Opened = new Map()
  for (const activities of separatingGroups(ACTIVITY_IDS)) {
    // Whoever may least is the one to whom a hub offers too much.
    const rights = Object.fromEntries(
      activities.map(activity => [activity, [LEVEL[levelsOf(activity, [])[0] ?? 'read'], 0]]),
    ) as PermissionSet
    await becomes(rights)
    const found = await walkPages(tab, seeded, rights, hubs, opened)
    problems.push(...found.map(problem => `${activities.join(', ')}: ${problem}`))
  }
  expect(problems).toEqual([])
})

test.each(['nothing', 'creator', 'validator'] as const)('%s: every page', { timeout: WALK_MS }, async role => {
  const rights = role === 'nothing' ? NOTHING : await rightsOf(ROLES[role])
  const { tab } = await memberWith(rights)
  expect(await walkPages(tab, seeded, rights, GUARDED_PAGES)).toEqual([])
})

/** The lowest and the highest that the activity has, and what its pages ask for in between. */
function levelsOf(activity: ActivityId, pages: readonly GuardedPage[]): Exclude<LevelName, 'none'>[] {
  const asked = new Set<LevelName>(['read', 'delete', ...pages.map(({ level }) => level)])
  return (['read', 'create', 'update', 'delete'] as const).filter(level => asked.has(level) && hasCell(activity, level))
}

async function rightsOf(role: string): Promise<PermissionSet> {
  const { api, token } = seeded.owner
  const found = (await api(listRoles, { token, query: { uuid: role } }))[0]
  if (found === undefined) throw new Error('there is no such role')
  return found.permission_set as PermissionSet
}

/** The tab of a new member, whose role can be changed; what is pressed there changes nothing. */
async function memberWith(rights: PermissionSet) {
  const { owner } = seeded
  const name = crypto.randomUUID().slice(0, 8)
  const uuid = await newRole(owner, name, rights)
  const person = await newMember(product, owner, { uuid })
  const tab = await open({ person, refusals: [400, 403, 404, 429] })
  await blockWrites(tab)
  const becomes = async (permission_set: PermissionSet) => {
    const body = { name, group: 1, slaOptions: 1, slaDuration: 15, permission_set } as const
    await owner.api(updateRole, { token: owner.token, query: { uuid }, body })
  }
  return { tab, becomes }
}
