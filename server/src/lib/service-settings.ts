/** The settings of services outside that an operator may set up. `env` is handed over by config.ts. */

/** Where tickets are created at HubSpot. Pipeline and stage are its internal ids, not their labels. */
export interface HubspotSetting {
  ticketsUrl: string
  token: string
  pipeline: string
  stage: string
}

/** The visual editor of Beefree: an application there, where it signs in, and the script that browsers load. */
export interface BeefreeSetting {
  clientId: string
  clientSecret: string
  loginUrl: string
  pluginUrl: string
}

/** The tickets' address has a version of HubSpot's API in it, which changes with time: it is a setting whole. */
export function readHubspot(env: NodeJS.ProcessEnv, problems: string[]): HubspotSetting | null {
  const token = env['NOTIFLY_HUBSPOT_TOKEN']
  if (!token) return null
  const fallback = 'https://api.hubapi.com/crm/v3/objects/tickets'
  return {
    token,
    ticketsUrl: readUrl(env, 'NOTIFLY_HUBSPOT_TICKETS_URL', fallback, problems),
    pipeline: env['NOTIFLY_HUBSPOT_PIPELINE'] || '0',
    stage: env['NOTIFLY_HUBSPOT_STAGE'] || '1',
  }
}

export function readMailbox(env: NodeJS.ProcessEnv, problems: string[]): string | null {
  const mailbox = env['NOTIFLY_SUPPORT_EMAIL'] || null
  if (mailbox !== null && !/^[^@\s]+@[^@\s]+$/.test(mailbox))
    problems.push(`NOTIFLY_SUPPORT_EMAIL is "${mailbox}"; it must be an email address.`)
  return mailbox
}

/** With the sandbox on, its stand-in unless the addresses say otherwise. */
export function readBeefree(
  env: NodeJS.ProcessEnv,
  sandbox: { on: boolean; port: number },
  problems: string[],
): BeefreeSetting | null {
  const [clientId, clientSecret] = [env['NOTIFLY_BEEFREE_CLIENT_ID'], env['NOTIFLY_BEEFREE_CLIENT_SECRET']]
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    problems.push('NOTIFLY_BEEFREE_CLIENT_ID and NOTIFLY_BEEFREE_CLIENT_SECRET are set together.')
    return null
  }
  const standIn = `http://127.0.0.1:${sandbox.port}/beefree`
  const [login, plugin] = sandbox.on
    ? [`${standIn}/loginV2`, `${standIn}/BeePlugin.js`]
    : ['https://auth.getbee.io/loginV2', 'https://app-rsrc.getbee.io/plugin/v2/BeePlugin.js']
  return {
    clientId,
    clientSecret,
    loginUrl: readUrl(env, 'NOTIFLY_BEEFREE_LOGIN_URL', login, problems),
    pluginUrl: readUrl(env, 'NOTIFLY_BEEFREE_PLUGIN_URL', plugin, problems),
  }
}

export function readUrl(env: NodeJS.ProcessEnv, name: string, fallback: string, problems: string[]): string {
  const value = env[name] || fallback
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/(?<!\/)\/+$/, '')
  problems.push(`${name} is "${value}"; it must be a full http or https address.`)
  return fallback
}
