/** Reports of messages that were handed over with settings which their channel does not have any more. */
import { expect, test } from 'vitest'
import { twilioSignature } from '../../channels/sms/providers/twilio-hook.ts'
import { STATE } from '../../engine/states.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { testApp, type ApplicationOwner } from '../../testing/app.ts'
import { runCounts } from '../../testing/engine/world.ts'
import { eventually, sentRun } from '../../testing/engine/sent-run.ts'
import { pruneReports } from './hooks.ts'

const kit = await testApp()
const PATH = '/api/notifications/sms/configuration'
const TWILIO = { provider: 'Twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'the first', from: '+14155550123' }
const KARIX = {
  provider: 'Karix',
  otp_key: 'one',
  transactional_key: 'two',
  promotional_key: 'three',
  otp_sender: 'SHOPIN',
  transactional_sender: 'SHOPIN',
  promotional_sender: '600100',
}

const save = async (method: 'POST' | 'PUT', { bearer }: ApplicationOwner, body: object): Promise<string> => {
  const answer = await kit.call<{ hook_url: string }>(method, PATH, { bearer, body })
  expect(answer.status).toBe(method === 'POST' ? 201 : 200)
  return answer.data.hook_url
}

/** As Twilio says that a message arrived, signed with the account's token. */
async function report(hook: string, token: string, authToken: string): Promise<number> {
  const url = `${hook}?d=${encodeURIComponent(token)}`
  const form = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'delivered', To: '+14155550100' })
  const { statusCode } = await kit.app.inject({
    method: 'POST',
    url: url.replace(kit.deps.config.publicUrl, ''),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(authToken, url, form),
    },
    payload: form.toString(),
  })
  return statusCode
}

test('messages on their way are reported after a change of provider, of account, and without settings, for seven days', async () => {
  const owner = await kit.withApplication()
  const { applicationId } = owner
  const { runId } = await sentRun(kit.database, applicationId, { contacts: 3 })
  const tokenOf = (seq: number) => signDelivery(kit.deps.secrets, { applicationId, runId, seq })
  const delivered = (n: number) =>
    eventually(
      () => runCounts(kit.database, runId),
      counts => expect(counts[STATE.delivered]).toBe(n),
    )

  const hook = await save('POST', owner, TWILIO)
  await save('PUT', owner, KARIX)
  expect(await report(hook, tokenOf(1), 'another')).toBe(403)
  expect(await report(hook, tokenOf(1), TWILIO.auth_token)).toBe(200)
  await delivered(1)

  const again = await save('PUT', owner, { ...TWILIO, account_sid: `AC${'1'.repeat(32)}`, auth_token: 'the second' })
  expect(again).toBe(hook)
  expect(await report(hook, tokenOf(2), TWILIO.auth_token)).toBe(200)
  await delivered(2)

  expect((await kit.call('DELETE', PATH, { bearer: owner.bearer })).status).toBe(200)
  expect(await report(hook, tokenOf(3), 'the second')).toBe(200)
  await delivered(3)

  await kit.database.pool.query(
    `update former_hook set ended_at = ended_at - interval '8 days' where application_id = $1`,
    [applicationId],
  )
  expect(await report(hook, tokenOf(3), 'the second')).toBe(404)
  await pruneReports(kit.deps)
  const left = await kit.database.pool.query('select 1 from former_hook where application_id = $1', [applicationId])
  expect(left.rows).toEqual([])
})

test('a new address for reports closes the one before at once, with all that it took', async () => {
  const owner = await kit.withApplication()
  const hook = await save('POST', owner, TWILIO)
  await save('PUT', owner, KARIX)
  expect(await report(hook, 'none', TWILIO.auth_token)).toBe(200)
  expect((await kit.call('POST', `${PATH}/hook-token`, { bearer: owner.bearer })).status).toBe(200)
  expect(await report(hook, 'none', TWILIO.auth_token)).toBe(404)
})

test('of settings that are saved again and again the latest twenty of each provider are kept', async () => {
  const owner = await kit.withApplication()
  const { applicationId } = owner
  await save('POST', owner, KARIX)
  const hook = await save('PUT', owner, TWILIO)
  for (let no = 1; no <= 22; no++) await save('PUT', owner, { ...TWILIO, auth_token: `token ${no}` })
  const kept = await kit.database.pool.query(
    'select provider, count(*)::int as n from former_hook where application_id = $1 group by 1 order by 1',
    [applicationId],
  )
  expect(kept.rows).toEqual([
    { provider: 'Karix', n: 1 },
    { provider: 'Twilio', n: 20 },
  ])
  expect(await report(hook, 'none', 'token 2')).toBe(200)
  expect(await report(hook, 'none', 'token 1')).toBe(403)
})
