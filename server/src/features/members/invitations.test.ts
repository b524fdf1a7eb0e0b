import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import type { Invitation, InvitationLink } from '@notifly/contracts/members/members'
import { describe, expect, test } from 'vitest'
import { PASSWORD, testApp, type ApplicationOwner, type Person } from '../../testing/app.ts'
import { teamOf } from '../../testing/members.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'

const kit = await testApp()
const { call, database, mailbox } = kit
const team = teamOf(kit)

const { owner: OWNER, admin: ADMIN, creator: CREATOR, validator: VALIDATOR } = DEFAULT_ROLE_IDS
const DAY_MS = 86_400_000

type Answer = { email: string; uuid: string; status: string }[]
const newAddress = () => `guest-${crypto.randomUUID()}@example.com`
const invite = ({ bearer }: Pick<Person, 'bearer'>, ...people: [email: string, role: string][]) =>
  call<Answer>('POST', '/authP/invite', {
    bearer,
    body: { base_url: 'https://evil.example', users: people.map(([email, role_id]) => ({ email, role_id })) },
  })
const list = ({ bearer }: Pick<Person, 'bearer'>, query = '') =>
  call<Invitation[]>('GET', `/authP/invite${query}`, { bearer })
const look = (token: string, bearer?: string) =>
  call<InvitationLink>('GET', `/authP/invite/${token}`, { ...(bearer !== undefined && { bearer }) })
const accept = (token: string, body: object, bearer?: string) =>
  call<UserDetails>('POST', `/authP/invite/${token}`, { body, ...(bearer !== undefined && { bearer }) })
const NEW_PERSON = { name: 'Meera Joshi', password: PASSWORD }

async function invited(owner: ApplicationOwner, role: string = CREATOR, email = newAddress()) {
  const answer = await invite(owner, [email, role])
  expect(answer.data[0]?.status).toBe('invited')
  return { email, uuid: answer.data[0]?.uuid ?? '', token: await team.invitationToken(email) }
}

describe('an invitation', () => {
  test('goes out by mail in the name of the inviter, with a link of our own address only', async () => {
    const owner = await kit.withApplication(await kit.signUpAndIn({ name: 'J. evil.com', locale: 'hi' }))
    const email = newAddress()
    expect((await invite(owner, [email, VALIDATOR])).data).toEqual([
      { email, uuid: expect.any(String), status: 'invited' },
    ])
    const mail = await mailbox.next(email)
    expect(mail.subject).toBe('आपको Notifly पर आमंत्रित किया गया है')
    expect(mail.text).toContain(`${kit.deps.config.publicUrl}/hi/auth/invite/`)
    expect(mail.text).toContain('Palmyra')
    // A name is no link, neither here nor in a reader that looks for addresses.
    expect(`${mail.text}${mail.html}`).not.toMatch(/evil\.(com|example)/)
    const token = /invite\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
    expect((await look(token)).data).toEqual({
      user_exist: false,
      email,
      organization_name: 'Palmyra',
      inviter_name: 'J. evil.com',
    })
    const [row] = (await list(owner)).data
    expect(row).toMatchObject({ email, role: { name: 'Validator' }, status: 'invited' })
    expect((row?.expires_on ?? 0) - (row?.invited_on ?? 0)).toBe(7 * 86_400)
    expect(JSON.stringify(kit.logLines)).not.toContain(token)
  })

  test('is one per address: members and those invited already are told apart', async () => {
    const owner = await kit.withApplication()
    const email = newAddress()
    const answer = await invite(owner, [email, CREATOR], [email.toUpperCase(), ADMIN], [owner.email, CREATOR])
    expect(answer.data.map(({ status }) => status)).toEqual(['invited', 'already_invited', 'already_member'])
    expect(answer.data[1]?.uuid).toBe(answer.data[0]?.uuid)
    await mailbox.next(email)
    kit.clock.advance(7 * DAY_MS)
    owner.bearer = await freshToken(owner)
    expect((await list(owner)).data[0]?.status).toBe('expired')
    expect((await invite(owner, [email, VALIDATOR])).data[0]).toMatchObject({
      status: 'invited',
      uuid: answer.data[0]?.uuid,
    })
    expect((await list(owner)).data[0]).toMatchObject({ status: 'invited', role: { name: 'Validator' } })
  })

  test('names its bad row, and then nobody is invited', async () => {
    const owner = await kit.withApplication()
    const email = newAddress()
    const answers = [
      await invite(owner, [email, CREATOR], ['no address', CREATOR]),
      await invite(owner, [email, CREATOR], [newAddress(), crypto.randomUUID()]),
      await invite(owner),
    ]
    expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual([
      [400, 'users.1.email'],
      [400, 'users.1.role_id'],
      [400, 'users'],
    ])
    expect((await list(owner)).data).toEqual([])
  })

  test('gives no more than the inviter has, for every pair of default roles', async () => {
    const owner = await kit.withApplication()
    const may = { [OWNER]: [OWNER, ADMIN, CREATOR, VALIDATOR], [ADMIN]: [ADMIN, CREATOR, VALIDATOR] } as Record<
      string,
      string[]
    >
    for (const own of [OWNER, ADMIN, CREATOR, VALIDATOR]) {
      const inviter = await team.join(owner.organizationId, own)
      for (const given of [OWNER, ADMIN, CREATOR, VALIDATOR]) {
        const { status } = await invite(inviter, [newAddress(), given])
        expect([own, given, status]).toEqual([own, given, may[own]?.includes(given) ? 200 : 403])
      }
    }
  })

  test('of another organization answers like one that does not exist', async () => {
    const owner = await kit.withApplication()
    const stranger = await kit.withApplication()
    const { uuid } = await invited(owner)
    const { bearer } = stranger
    expect((await call('DELETE', `/authP/invite?uuid=${uuid}`, { bearer })).status).toBe(404)
    expect((await call('POST', '/authP/invite-link', { bearer, body: { uuid } })).status).toBe(404)
    const into = { users: [{ email: newAddress(), role_id: CREATOR }], org_id: owner.organizationId }
    expect((await call('POST', '/authP/invite', { bearer, body: into })).status).toBe(404)
  })
})

describe('the link of an invitation', () => {
  test('lets a new person in: account, membership, session and first application', async () => {
    const owner = await kit.withApplication()
    const { email, token } = await invited(owner)
    const wrong = await accept(token, { name: 'R2D2', password: 'short' })
    expect([wrong.status, wrong.body.errors?.map(({ field }) => field)]).toEqual([400, ['name', 'password']])
    expect(wrong.body.data).toEqual({ user_exist: false, email })

    const form = multipart({ ...NEW_PERSON, locale: 'fr' })
    const joined = await call<UserDetails>('POST', `/authP/invite/${token}`, { body: form.body, headers: form.headers })
    expect(joined.data).toMatchObject({
      name: NEW_PERSON.name,
      email,
      status: 'active',
      locale: 'fr',
      application_uuid: owner.applicationId,
      organization_uuid: owner.organizationId,
      role: { name: 'Creator' },
    })
    expect(joined.cookie).toMatch(/\S/)
    expect((await call('GET', '/api/template', { bearer: joined.data.token })).status).toBe(200)
    // Once only, also for those who got in.
    for (const answer of [await look(token), await accept(token, NEW_PERSON), await look(token, joined.data.token)]) {
      expect([answer.status, answer.body.error_code, answer.body.data]).toEqual([
        400,
        1059,
        { user_exist: true, email },
      ])
    }
  })

  test('lets somebody with an account in by their password, or by their own token', async () => {
    const owner = await kit.withApplication()
    const byPassword = await kit.signUpAndIn()
    const first = await invited(owner, CREATOR, byPassword.email.toUpperCase())
    expect((await look(first.token)).data.user_exist).toBe(true)
    expect((await accept(first.token, {})).body.errors?.[0]?.field).toBe('password')
    const wrong = await accept(first.token, { password: 'wrong horse 8!' })
    expect([wrong.status, wrong.body.error_code, wrong.body.data]).toEqual([
      400,
      1001,
      { user_exist: true, email: byPassword.email.toUpperCase() },
    ])
    const joined = await accept(first.token, { password: PASSWORD })
    expect(joined.data).toMatchObject({ uuid: byPassword.user.uuid, application_uuid: owner.applicationId })
    expect(joined.cookie).toMatch(/\S/)

    const byToken = await kit.withApplication()
    const second = await invited(owner, VALIDATOR, byToken.email)
    expect((await look(second.token, byToken.bearer)).data.user_exist).toBe(true)
    const entered = await accept(second.token, {}, byToken.bearer)
    expect(entered.data).toMatchObject({ application_uuid: owner.applicationId, role: { name: 'Validator' } })
  })

  test('asks for the second factor before anything else happens', async () => {
    const owner = await kit.withApplication()
    const person = await kit.signUpAndIn()
    await database.kysely
      .insertInto('second_factor')
      .values({
        account_id: person.user.uuid,
        secret: 'sealed',
        enabled_at: kit.clock.now(),
        created_at: kit.clock.now(),
      })
      .execute()
    const { token } = await invited(owner, CREATOR, person.email)
    const answer = await accept(token, { password: PASSWORD })
    expect([answer.status, answer.body.error_code, answer.cookie]).toEqual([400, 1004, undefined])
    expect((await list(owner)).data[0]?.status).toBe('invited')
  })

  test('is for its addressee alone', async () => {
    const owner = await kit.withApplication()
    const other = await kit.signUpAndIn()
    const { token, email } = await invited(owner)
    for (const answer of [await look(token, other.bearer), await accept(token, NEW_PERSON, other.bearer)]) {
      expect([answer.status, answer.body.error_code, answer.body.data]).toEqual([
        403,
        1083,
        { user_exist: false, email },
      ])
    }
    expect((await look(`${token}x`)).status).toBe(404)
    const elsewhere = await call('POST', `/authP/invite/${token}`, {
      body: NEW_PERSON,
      headers: { origin: 'https://evil.example' },
    })
    expect(elsewhere.status).toBe(403)
  })

  test('works for seven days, until it is withdrawn or sent again', async () => {
    const owner = await kit.withApplication()
    const { bearer } = owner
    const withdrawn = await invited(owner)
    expect((await call('DELETE', `/authP/invite?uuid=${withdrawn.uuid}`, { bearer })).status).toBe(200)
    expect((await accept(withdrawn.token, NEW_PERSON)).body.error_code).toBe(1058)
    expect((await call('DELETE', `/authP/invite?uuid=${withdrawn.uuid}`, { bearer })).status).toBe(404)

    const resent = await invited(owner)
    const again = await call('POST', '/authP/invite-link', { bearer, body: { uuid: resent.uuid } })
    expect([again.status, again.body.data]).toEqual([200, undefined])
    const newToken = await team.invitationToken(resent.email)
    expect((await look(resent.token)).body.error_code).toBe(1055)
    expect((await look(newToken)).status).toBe(200)
    kit.clock.advance(7 * DAY_MS)
    expect((await accept(newToken, NEW_PERSON)).body.error_code).toBe(1055)
  })

  test('gives nothing that its sender may not give any more', async () => {
    const owner = await kit.withApplication()
    const { organizationId } = owner
    const sender = await team.join(organizationId, ADMIN)
    const email = newAddress()
    await invite(sender, [email, ADMIN])
    const token = await team.invitationToken(email)
    const change = (body: object) => call('PUT', `/authP/user?uuid=${sender.user.uuid}`, { bearer: owner.bearer, body })
    await change({ role_id: CREATOR })
    expect((await accept(token, NEW_PERSON)).body.error_code).toBe(1058)
    await change({ role_id: ADMIN, status: 'disabled' })
    expect((await accept(token, NEW_PERSON)).body.error_code).toBe(1058)
    // Another person answers for it now.
    const { uuid } = (await list(owner)).data[0] ?? { uuid: '' }
    await call('POST', '/authP/invite-link', { bearer: owner.bearer, body: { uuid } })
    expect((await accept(await team.invitationToken(email), NEW_PERSON)).data.role?.name).toBe('Admin')
  })

  test('opened twice at once makes one member', async () => {
    const owner = await kit.withApplication()
    const { token } = await invited(owner)
    const answers = await Promise.all([accept(token, NEW_PERSON), accept(token, NEW_PERSON)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const members = await call('GET', '/authP/user', { bearer: owner.bearer })
    expect(members.headers['x-notifly-total-count']).toBe('2')
  })
})

/** Tokens live for an hour; the session lives on. */
async function freshToken({ cookie }: Person): Promise<string> {
  const headers = { cookie: `usr=${cookie}`, 'sec-fetch-site': 'same-origin' }
  return (await call<UserDetails>('GET', '/authP/session', { headers })).data.token
}

/** A form as a browser sends it. */
function multipart(fields: Record<string, string>) {
  const boundary = 'form-boundary'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    body: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

describe('mails to people who did not ask for them', () => {
  const inviteFrom = async (network: string, { bearer }: Person, email: string) => {
    const answer = await kit.app.inject({
      method: 'POST',
      url: '/authP/invite',
      remoteAddress: network,
      headers: { authorization: `Bearer ${bearer}` },
      payload: { users: [{ email, role_id: CREATOR }] },
    })
    return answer.statusCode
  }

  test('are five an hour for one address from one network, of all organizations together and with those sent again', async () => {
    const [one, two] = [await kit.withApplication(), await kit.withApplication()]
    const email = `${crypto.randomUUID()}@elsewhere.example`
    const first = await invited(one, CREATOR, email)
    expect((await invite(two, [email.toUpperCase(), CREATOR])).status).toBe(200)
    const again = () => call('POST', '/authP/invite-link', { bearer: one.bearer, body: { uuid: first.uuid } })
    for (let n = 0; n < 3; n++) expect((await again()).status).toBe(200)
    const other = await kit.withApplication()
    for (const refused of [await again(), await invite(other, [email, CREATOR])]) {
      expect([refused.status, refused.body.error_code]).toEqual([429, 1005])
    }
    expect((await invite(one, [newAddress(), CREATOR])).status).toBe(200)
    expect(await inviteFrom('192.0.2.1', other, email)).toBe(200)
  })

  test('are bounded from all networks together, and those of strangers leave room for those of colleagues', async () => {
    const [stranger, colleague] = [
      await kit.withApplication(),
      await kit.withApplication(await kit.signUpAndIn({ email: `${crypto.randomUUID()}@victim.example` })),
    ]
    const email = `${crypto.randomUUID()}@Victim.example`
    const statuses: number[] = []
    for (let n = 0; n < 25; n++) statuses.push(await inviteFrom(`192.0.2.${n % 5}`, stranger, email))
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)])
    expect(await inviteFrom('192.0.2.0', colleague, email)).toBe(200)
  })

  test('are a hundred an hour for one account, however many organizations it makes, and those have an end', async () => {
    const person = await kit.signUpAndIn()
    const statuses: number[] = []
    for (let organization = 0; organization < 6; organization++) {
      const owner = await kit.withApplication(person)
      for (let call = 0; call < 4; call++) {
        const people = Array.from({ length: 5 }, (): [string, string] => [newAddress(), CREATOR])
        statuses.push((await invite(owner, ...people)).status)
      }
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(4).fill(429)])
    const created: number[] = []
    const body = { name: 'One more' }
    for (let n = 6; n < 51; n++) {
      created.push((await call('POST', '/authP/organization', { bearer: person.bearer, body })).status)
    }
    expect(created).toEqual([...Array<number>(44).fill(201), 409])
  })
})
