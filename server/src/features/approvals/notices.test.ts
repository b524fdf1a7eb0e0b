/** What people are told: in the dashboard and by mail, each in their own language. */
import type { Notice } from '@notifly/contracts/approvals/notices'
import { describe, expect, test } from 'vitest'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { heldAs, approvalTeamOf } from '../../testing/approvals.ts'
import { sendApprovalMail } from './approval-mail.ts'
import { APPROVAL_WORDS } from './mails/words.ts'

const kit = await testApp()
const { call } = kit
const team = approvalTeamOf(kit)

interface Notices {
  waiting: number
  unread: number
  notices: Notice[]
}

const notices = async ({ bearer }: ApplicationOwner) => (await call<Notices>('GET', '/api/notices', { bearer })).data

const create = ({ bearer }: ApplicationOwner, name = 'Offer') =>
  call('POST', '/api/template', { bearer, body: { type: 'Email', name, html: '<p>Hi</p>' } })

describe('notices', () => {
  test('ask approvers until it is decided, and tell the maker how it ended', async () => {
    const owner = await kit.withApplication()
    const maker = await team.maker(owner, await kit.signUpAndIn({ name: 'Kiran Rao' }))
    const validator = await team.validator(owner, await kit.signUpAndIn({ name: 'Vera Lind' }))
    const approvalId = heldAs(await create(maker))
    for (const approver of [owner, validator]) {
      expect(await notices(approver)).toMatchObject({
        waiting: 1,
        unread: 1,
        notices: [{ kind: 'asked', approval_uuid: approvalId, title: 'Offer', by: 'Kiran Rao', is_read: false }],
      })
    }
    expect(await notices(maker)).toEqual({ waiting: 0, unread: 0, notices: [] })

    await team.decide(validator, approvalId, 'reject', 'Too loud.')
    expect(await notices(owner)).toEqual({ waiting: 0, unread: 0, notices: [] })
    const told = await notices(maker)
    expect(told).toMatchObject({
      unread: 1,
      notices: [{ kind: 'rejected', by: 'Vera Lind', command: 'template.create' }],
    })
    const read = (who: ApplicationOwner, body: object) =>
      call('POST', '/api/notices/read', { bearer: who.bearer, body })
    await read(owner, { uuids: told.notices.map(({ uuid }) => uuid) })
    expect((await notices(maker)).unread).toBe(1)
    expect((await read(maker, { uuids: told.notices.map(({ uuid }) => uuid) })).status).toBe(200)
    expect(await notices(maker)).toMatchObject({ unread: 0, notices: [{ is_read: true }] })
  })

  test('come by mail up to sixty an hour, and in the dashboard all of them', async () => {
    const owner = await kit.withApplication()
    const maker = await team.maker(owner)
    for (let n = 0; n < 64; n++) heldAs(await create(maker, `Offer ${n}`))
    const openJobs = async () => (await kit.database.pool.query('select 1 from graphile_worker.jobs')).rowCount
    await expect.poll(openJobs, { timeout: 20_000 }).toBe(0)
    expect(kit.mailbox.waiting(owner.email)).toBe(60)
    expect((await notices(owner)).waiting).toBe(64)
  })

  test('that the mail server did not take do not count', async () => {
    const owner = await kit.withApplication()
    const approvalId = heldAs(await create(await team.maker(owner)))
    await kit.mailbox.next(owner.email)
    const payload = {
      kind: 'asked',
      account_id: owner.user.uuid,
      application_id: owner.applicationId,
      approval_id: approvalId,
    }
    const one = createRateLimit(kit.database.pool, { name: 'one-mail', attempts: 1, perSeconds: 3600 })
    const failing = { ...kit.deps, mail: { ...kit.deps.mail, send: () => Promise.reject(new Error('not today')) } }
    for (let n = 0; n < 2; n++) await expect(sendApprovalMail(failing, one, payload)).rejects.toThrow('not today')
    await sendApprovalMail(kit.deps, one, payload)
    expect((await kit.mailbox.next(owner.email)).text).toContain('Offer')
  })

  test('of one application are not those of another', async () => {
    const owner = await kit.withApplication()
    heldAs(await create(await team.maker(owner)))
    const other = await kit.withApplication(owner)
    expect(await notices(other)).toEqual({ waiting: 0, unread: 0, notices: [] })
  })
})

describe('mails', () => {
  test('ask and tell each person in their language, with a link to the approvals of the application', async () => {
    const owner = await kit.withApplication(await kit.signUpAndIn({ locale: 'fr' }))
    const maker = await team.maker(owner, await kit.signUpAndIn({ name: 'Kiran Rao', locale: 'hi' }))
    const validator = await team.validator(owner, await kit.signUpAndIn({ name: 'Vera Lind', locale: 'es' }))
    const approvalId = heldAs(await create(maker, 'Spring offer'))
    const path = `applications/${owner.applicationId}/settings/approvals`
    const toOwner = await kit.mailbox.next(owner.email)
    expect(toOwner.subject).toBe('Kiran Rao demande votre approbation')
    expect(toOwner.text).toContain('modèles d’e-mail, « Spring offer »')
    expect(toOwner.text).toContain(`/fr/${path}`)
    const toValidator = await kit.mailbox.next(validator.email)
    expect(toValidator.subject).toBe('Kiran Rao solicita su aprobación')
    expect(toValidator.text).toContain(`/es/${path}`)

    await team.decide(validator, approvalId, 'reject', 'Too loud.')
    const toMaker = await kit.mailbox.next(maker.email)
    expect(toMaker.subject).toBe(APPROVAL_WORDS.hi.rejected.subject)
    expect(toMaker.text).toContain('Too loud.')
    expect(toMaker.text).toContain('Vera Lind')
    expect(toMaker.text).toContain(`/hi/${path}`)
    for (const mail of [toOwner, toValidator, toMaker]) expect(mail.text).not.toMatch(/\{\w+\}/)
  })

  test('say it in the same way in all four languages', () => {
    const names = (value: unknown): string[] =>
      typeof value === 'string'
        ? [
            [...value.matchAll(/\{\w+\}/g)]
              .map(([name]) => name)
              .toSorted()
              .join(),
          ]
        : Object.entries(value as object).flatMap(([key, inner]) => names(inner).map(found => `${key} ${found}`))
    for (const words of Object.values(APPROVAL_WORDS)) expect(names(words)).toEqual(names(APPROVAL_WORDS.en))
  })
})
