/** The people at Palmyra Retail, and their three applications. */
import { DEFAULT_ROLE_IDS } from '@notifly/contracts/roles/roles'
import { uuidv7 } from '@notifly/server/lib/uuid'
import type { Colleague, World } from './world.ts'

export interface Team {
  organizationId: string
  /** Owner. */
  asha: Colleague
  /** Admin. */
  meera: Colleague
  /** Creator: his writes need approval. */
  dev: Colleague
  /** Validator. */
  jonas: Colleague
  /** Answers customers' questions; may only read. */
  lucia: Colleague
  shop: Shop
  kitchen: Shop
  staging: Shop
}

/** An application. */
export interface Shop {
  applicationId: string
  /** Part of the ids of its contacts, which keeps them apart from other applications' contacts. */
  no: number
  name: string
}

export const DOMAIN = 'harborandpine.example'

type Newcomer = Colleague & { joined: Date }

/** The organization's first days. */
export async function foundOrganization(world: World): Promise<Team> {
  const [asha, meera, dev, jonas, lucia, tom] = [
    newcomer(world, 'Asha Raman', -186),
    newcomer(world, 'Meera Iyer', -185),
    newcomer(world, 'Dev Kapoor', -182),
    newcomer(world, 'Jonas Weber', -182),
    newcomer(world, 'Lucia Ortega', -118),
    newcomer(world, 'Tom Ellis', -160),
  ]
  await addAccounts(world, [asha, meera, dev, jonas, lucia, tom])
  world.moveTo(world.at(-186, '09:12'))
  const { org_id: organizationId } = await world.call<{ org_id: string }>(asha, null, 'POST', '/authP/organization', {
    name: 'Palmyra Retail',
    meta_object: { strength: '51-250' },
  })
  const shop = await addShop(world, { asha, organizationId, no: 1, name: 'Harbor & Pine', at: world.at(-186, '09:20') })
  await addMembers(world, organizationId, [
    [meera, DEFAULT_ROLE_IDS.admin],
    [dev, DEFAULT_ROLE_IDS.creator],
    [jonas, DEFAULT_ROLE_IDS.validator],
    [tom, DEFAULT_ROLE_IDS.creator],
  ])
  const kitchen = await addShop(world, {
    asha,
    organizationId,
    no: 2,
    name: 'Saffron Kitchen',
    at: world.at(-140, '14:02'),
  })
  const staging = await addShop(world, {
    asha,
    organizationId,
    no: 3,
    name: 'Fieldnote (staging)',
    at: world.at(-96, '16:40'),
  })
  world.moveTo(world.at(-118, '10:05'))
  const support = await world.call<{ uuid: string }>(asha, shop.applicationId, 'POST', '/authP/role', {
    name: 'Customer support',
    group: 1,
    slaOptions: 1,
    slaDuration: 120,
    permission_set: { 101: [1, 0], 201: [1, 0], 202: [3, 0], 401: [1, 0], 501: [1, 0], 502: [1, 0], 902: [1, 0] },
  })
  await addMembers(world, organizationId, [[lucia, support.uuid]])
  world.moveTo(world.at(-41, '17:30'))
  const path = `/authP/user?uuid=${tom.accountId}&organization_uuid=${organizationId}`
  await world.call(asha, shop.applicationId, 'PUT', path, { status: 'disabled' })
  world.moveTo(world.at(-2, '15:48'))
  await world.call(asha, shop.applicationId, 'POST', '/authP/invite', {
    organization_uuid: organizationId,
    users: [{ email: `noor.haddad@${DOMAIN}`, role_id: DEFAULT_ROLE_IDS.creator }],
  })
  return { organizationId, asha, meera, dev, jonas, lucia, shop, kitchen, staging }
}

function newcomer(world: World, name: string, days: number): Newcomer {
  const email = `${name.split(' ')[0]?.toLowerCase()}@${DOMAIN}`
  return { accountId: uuidv7(world.at(days, '09:00')), name, email, joined: world.at(days, '09:00') }
}

/** Adds the accounts. All have the same password, hashed by the product's own code. */
async function addAccounts({ database, deps, password }: World, people: readonly Newcomer[]): Promise<void> {
  const hash = await deps.passwords.hash(password)
  await database.kysely
    .insertInto('account')
    .values(
      people.map(({ accountId, name, email, joined }) => ({
        account_id: accountId,
        email,
        email_key: email,
        name,
        password_hash: hash,
        email_verified_at: joined,
        created_at: joined,
        updated_at: joined,
      })),
    )
    .execute()
}

/** Adds the invited members, with the invitations that they accepted. */
async function addMembers(
  { database: { kysely } }: World,
  organizationId: string,
  people: readonly (readonly [Newcomer, string])[],
): Promise<void> {
  await kysely
    .insertInto('member')
    .values(
      people.map(([{ accountId, joined }, roleId]) => ({
        organization_id: organizationId,
        account_id: accountId,
        role_id: roleId,
        status: 'active',
        created_at: joined,
      })),
    )
    .execute()
  await kysely
    .insertInto('invitation')
    .values(
      people.map(([{ email, joined }, roleId]) => ({
        invitation_id: uuidv7(joined),
        organization_id: organizationId,
        email,
        email_key: email,
        role_id: roleId,
        status: 'accepted',
        created_at: joined,
        sent_at: joined,
        expires_at: new Date(joined.getTime() + 7 * 86_400_000),
        ended_at: joined,
      })),
    )
    .execute()
}

interface NewShop {
  asha: Colleague
  organizationId: string
  no: number
  name: string
  at: Date
}

async function addShop(world: World, { asha, organizationId, no, name, at }: NewShop): Promise<Shop> {
  world.moveTo(at)
  const { app_id: applicationId } = await world.call<{ app_id: string }>(asha, null, 'POST', '/api/verticals', {
    name,
    organization_uuid: organizationId,
    timezone: 'Europe/London',
    undo_seconds: 10,
    utm: null,
  })
  return { applicationId, no, name }
}
