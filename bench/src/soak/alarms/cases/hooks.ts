/** Reports of providers that are turned away, or cannot be applied. */
import { twilioSignature } from '@notifly/server/channels/sms/providers/twilio-hook'
import { type AlarmCase, followLog, readStatus, until } from '../ground.ts'
import type { Site } from '../site.ts'

const CALLS = 150
const PATH = '/api/notifications/sms/configuration'
const AUTH_TOKEN = 'right'

const account = (authToken: string) => ({
  provider: 'Twilio',
  account_sid: `AC${'a'.repeat(32)}`,
  auth_token: authToken,
  from: '+14155550123',
})

const hooksRefused: AlarmCase<Site> = {
  alarm: 'NotiflyHooksRefused',
  async cause(site) {
    const { call, newShop } = site
    const { token } = await newShop()
    const log = followLog(site)
    const { hook_url: hook } = await call<{ hook_url: string }>(token, 'POST', PATH, account('mistyped'))
    const report = () => callAsTwilio(hook, AUTH_TOKEN)
    for (let n = 0; n < CALLS; n++) await report()
    return {
      look: () => log('a call of a hook was refused', '"provider":"Twilio"', '"application":'),
      mend: async () => {
        await call(token, 'PUT', PATH, account(AUTH_TOKEN))
        const { status } = await report()
        if (status !== 200) throw new Error(`with the right secret a report is answered ${status}`)
      },
    }
  },
}

let reported = 0

/** A report of a message that nobody here sent. */
function callAsTwilio(hook: string, authToken: string): Promise<Response> {
  const form = new URLSearchParams({ MessageSid: `SM${reported++}`, MessageStatus: 'delivered' })
  const headers = { 'X-Twilio-Signature': twilioSignature(authToken, hook, form) }
  return fetch(hook, { method: 'POST', headers, body: form })
}

const WAITING = 5100
const CALLERS = 30
/** For so long a report is tried. */
const GIVEN_UP_MINUTES = 73 * 60

const reportsWaiting: AlarmCase<Site> = {
  alarm: 'NotiflyReportsWaiting',
  async cause(site) {
    const { call, newShop, scheduler } = site
    const { token } = await newShop()
    const { hook_url: hook } = await call<{ hook_url: string }>(token, 'POST', PATH, account(AUTH_TOKEN))
    // Another installation sends by the same account, and Twilio reports to both.
    let left = WAITING
    const work = async (): Promise<void> => {
      while (left-- > 0) await callAsTwilio(hook, AUTH_TOKEN)
    }
    await Promise.all(Array.from({ length: CALLERS }, work))
    return {
      look: async () => {
        await until('System status counts them', async () => (await readStatus(site)).counters.reports_waiting > 5000)
        return 'System status: reports waiting'
      },
      // Time passes: the clock of the scheduler is put forward.
      mend: async () => {
        await scheduler.stop()
        await scheduler.startLater(GIVEN_UP_MINUTES)
        await until('they are given up', async () => (await readStatus(site)).counters.reports_waiting === 0, 180_000)
        await scheduler.stop()
        await scheduler.start()
      },
    }
  },
}

export const HOOK_CASES: readonly AlarmCase<Site>[] = [hooksRefused, reportsWaiting]
