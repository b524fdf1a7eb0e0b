/**
 * The script of a site. Calls may be queued before it has loaded:
 *
 *     window.notifly = window.notifly || []
 *     notifly.push(['init', { appId: '...' }])
 *
 * A `data-app-id` attribute of the script element does the same without any code.
 */
import { createClient, type Identity } from './client.ts'
import { recall } from './memory.ts'
import { browserPush, isSupported } from './push.ts'
import { hasOldPush, safariPush } from './safari.ts'
import { openSite, type Site, warn } from './site.ts'
import { createTracking, type Tracking } from './tracking.ts'

export interface InitOptions {
  appId: string
  /** Language of the prompts; by default the page's, otherwise the browser's. */
  language?: string
  /** Path of the site's worker, if it differs from the dashboard's setting. */
  workerPath?: string
  workerScope?: string
}

type Command =
  | ['init', InitOptions]
  | ['identify', Identity]
  | ['track', ...Parameters<Tracking['track']>]
  | ['subscribe' | 'unsubscribe']

declare global {
  interface Window {
    notifly?: Command[] | { push(...commands: Command[]): void }
  }
}

const script = document.currentScript as HTMLScriptElement | null
const client = createClient((script?.src ?? location.href).replace(/\/sdk\/v1\/.*$/, ''))
const tracking = createTracking(client, warn)
let opened: Promise<Site> | null = null
let openedFor = ''

function run(command: Command): void {
  if (command[0] === 'init') {
    if (opened === null) openedFor = command[1].appId
    opened ??= open(command[1])
    opened.catch(warn)
  } else if (opened === null) warn('init comes first')
  else if (command[0] === 'track') {
    const [, ...tracked] = command
    tracking.track(...tracked)
  } else if (command[0] === 'identify') {
    const [, identity] = command
    const known = opened.then(site => site.identify(identity))
    // Events do not require a browser that supports notifications.
    tracking.identify(openedFor, identity, known)
    known.catch(warn)
  } else {
    const [name] = command
    opened.then(site => site[name]()).catch(warn)
  }
}

const UNSUPPORTED = 'this browser shows no notifications here'

async function open({ appId, language, workerPath, workerScope }: InitOptions): Promise<Site> {
  if (!isSupported() && !hasOldPush()) throw new Error(UNSUPPORTED)
  const answer = await client.readConfig(appId, recall(appId).device)
  const { path, scope } = answer.worker
  const config = { ...answer, worker: { path: workerPath ?? path, scope: workerScope ?? scope } }
  const way = isSupported() ? browserPush(client, config) : safariPush(client, config)
  if (way === null) throw new Error(UNSUPPORTED)
  const languages = [language, document.documentElement.lang, ...navigator.languages].filter(
    tag => tag != null && tag !== '',
  )
  return openSite(client, way, config, languages as string[])
}

const queued = Array.isArray(window.notifly) ? window.notifly : []
window.notifly = { push: (...commands) => commands.forEach(run) }
const appId = script?.dataset['appId']
if (appId !== undefined) run(['init', { appId }])
queued.forEach(run)
