import { readSmsDays, sendTestSms } from '@notifly/contracts/sms/sms'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { dailyFigures, sendTestText } from './sms.ts'

const HOUR_SECONDS = 3600
const TEST_TEXTS_PER_HOUR = 20

export function smsRoutes(http: Http, deps: Deps): void {
  const testTexts = createRateLimit(deps.database.pool, {
    name: 'test-sms',
    attempts: TEST_TEXTS_PER_HOUR,
    perSeconds: HOUR_SECONDS,
  })

  route(http, readSmsDays, ({ caller, query }) => dailyFigures(deps, caller.applicationId, query))
  route(http, sendTestSms, async ({ caller, body }) => {
    const results = await sendTestText(deps, testTexts, caller, body)
    const object = { type: 'template', id: body.template_id ?? null, name: '' }
    const accepted = results.filter(({ ok }) => ok).length
    const after = { receivers: results.map(({ receiver }) => receiver), accepted }
    const { kysely } = deps.database
    await recordAudit(kysely, { ...byCaller(caller), action: 'template.test', object, after }, deps.clock.now())
    return results
  })
}
