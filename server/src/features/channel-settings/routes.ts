import {
  CONFIGURATION_CALLS,
  type ConfigurationCalls,
  type ConfigurationTest,
} from '@notifly/contracts/channel-settings/channel-settings'
import { chosenIn, formOf, SETTINGS_CHANNELS, type SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { fieldsOf, isBlank } from '@notifly/contracts/channel-settings/form'
import {
  PRICE_CALLS,
  type PriceCalls,
  PRICED_CHANNELS,
  type PricedChannel,
} from '@notifly/contracts/channel-settings/prices'
import { channelNamed } from '../../channels/registry.ts'
import { writeLog } from '../../engine/log/log-writer.ts'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { createOutboundChecks, type OutboundChecks } from '../../lib/network/outbound-checks.ts'
import { chosenCommandRoute, commandRoute, assertNoRequest } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { shownTo } from './answer.ts'
import { readConfiguration, rotateHook, testConfiguration, type Typed } from './channel-settings.ts'
import { createSettings, deleteSettings, type PricedPayload, updatePrices, updateSettings } from './commands.ts'
import { readPrices } from './prices.ts'

/** The same calls for every channel. */
export function channelSettingsRoutes(http: Http, deps: Deps): void {
  const checks = createOutboundChecks(deps.database.pool)
  for (const channel of SETTINGS_CHANNELS) channelRoutes(http, deps, checks, channel)
  for (const channel of PRICED_CHANNELS) priceRoutes(http, deps, channel)
}

function priceRoutes(http: Http, deps: Deps, channel: PricedChannel): void {
  const calls: PriceCalls = PRICE_CALLS[channel]
  route(http, calls.read, ({ caller }) => readPrices(deps.database.kysely, caller.applicationId, channel))
  commandRoute(http, deps, calls.update, updatePrices, ({ body: { prices } }) => ({ channel, prices }) as PricedPayload)
}

function channelRoutes(http: Http, deps: Deps, checks: OutboundChecks, channel: SettingsChannel): void {
  const calls: ConfigurationCalls = CONFIGURATION_CALLS[channel]
  const { kysely } = deps.database
  const typed = (body: unknown): Typed => ({ ...(body as object), channel })

  route(http, calls.read, async ({ caller }) => {
    const found = await readConfiguration(deps, kysely, caller.applicationId, channel)
    return found && shownTo(caller, channel, found)
  })
  chosenCommandRoute(http, deps, calls.create, async ({ caller, body }, act) => {
    const outcome = await act(createSettings, typed(body))
    return outcome.isHeld ? outcome : { ...outcome, result: shownTo(caller, channel, outcome.result) }
  })
  commandRoute(http, deps, calls.update, updateSettings, ({ body }) => typed(body))
  commandRoute(http, deps, calls.remove, deleteSettings, () => ({ channel }))
  route(http, calls.test, async ({ caller, body }) => {
    const { applicationId } = caller
    const result = await checks.run(applicationId, () => testConfiguration(deps, applicationId, typed(body)))
    const after = { ...plainSettings(channel, body), ok: result.ok }
    const entry = { ...byCaller(caller), action: 'channel.test', object: objectOf(channel), after } as const
    await recordAudit(kysely, entry, deps.clock.now())
    logTest(deps, { applicationId, channel, endpoint: calls.test.path, body, result })
    return result
  })
  if (!reportsByHook(channel)) return
  route(http, calls.rotateHook, ({ caller }) =>
    kysely.transaction().execute(async tx => {
      const { applicationId } = caller
      await assertNoRequest(tx, { applicationId, type: 'channel', id: channel })
      const hook_url = await rotateHook(deps, tx, applicationId, channel)
      const entry = { ...byCaller(caller), action: 'channel.rotate-hook', object: objectOf(channel) } as const
      await recordAudit(tx, entry, deps.clock.now())
      return { hook_url }
    }),
  )
}

interface Tested {
  applicationId: string
  channel: SettingsChannel
  endpoint: string
  body: unknown
  result: ConfigurationTest
}

function logTest(deps: Deps, { applicationId, channel, endpoint, body, result }: Tested): void {
  const { type, settings } = chosenIn(channel, body as Record<string, unknown>)
  const form = formOf(channel, type) ?? { fields: {} }
  const secrets = fieldsOf(form)
    .flatMap(([name, { isSecret }]) => (isSecret ? [settings[name]] : []))
    .filter(value => typeof value === 'string')
  writeLog(deps, {
    applicationId,
    kind: 'test',
    channel,
    status: result.ok ? 200 : 0,
    isGood: result.ok,
    method: 'POST',
    endpoint,
    currentStatus: result.ok ? 'passed' : 'failed',
    source: type,
    receiver: '',
    response: JSON.stringify(result),
    payload: JSON.stringify(plainSettings(channel, body)),
    secrets,
  })
}

/** Whether any of the channel's providers sends reports to a URL of ours. */
function reportsByHook(channel: SettingsChannel): boolean {
  const providers = Object.values(channelNamed(channel)?.providers ?? {})
  return providers.some(({ hook }) => hook !== undefined)
}

const objectOf = (channel: SettingsChannel) => ({ type: 'channel', id: null, name: channel })

/** What the audit trail stores of tested settings. */
function plainSettings(channel: SettingsChannel, body: unknown): Record<string, unknown> {
  const { type, settings } = chosenIn(channel, body as Record<string, unknown>)
  const form = formOf(channel, type) ?? { fields: {} }
  const plain = fieldsOf(form).filter(([name, { isSecret }]) => !isSecret && !isBlank(settings[name]))
  return Object.fromEntries(plain.map(([name]) => [name, settings[name]]))
}
