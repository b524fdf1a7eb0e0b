// The table of allowed edges: who may import whom. Read it beside the drawing in CONTRIBUTING.md.
import type { ImportFact } from './facts.ts'
import type { Layer, Place } from './place.ts'

/** The other workspaces from which each may import; a workspace may always import its own files. */
const WORKSPACES_BELOW: Record<string, string[]> = {
  contracts: [],
  server: ['contracts', 'sandbox'],
  web: ['contracts', 'site-sdk'],
  'site-sdk': ['contracts'],
  client: ['contracts', 'server'],
  sandbox: ['contracts'],
  e2e: ['contracts', 'server', 'sandbox'],
  bench: ['contracts', 'server', 'sandbox'],
  demo: ['contracts', 'server', 'sandbox'],
  scripts: [],
}

/** server: main, app -> features -> engine -> people -> channels -> lib; http, jobs, db sit below people; lib is the bottom. */
const SERVER_BELOW: Partial<Record<Layer, Layer[]>> = {
  top: ['config', 'features', 'engine', 'people', 'channels', 'http', 'jobs', 'db', 'lib'],
  features: ['engine', 'people', 'channels', 'http', 'jobs', 'db', 'lib'],
  engine: ['people', 'channels', 'http', 'jobs', 'db', 'lib'],
  people: ['channels', 'http', 'jobs', 'db', 'lib'],
  channels: ['lib'],
  http: ['jobs', 'db', 'lib'],
  jobs: ['db', 'lib'],
  db: ['lib'],
  config: ['lib'],
  lib: [],
}

/** web: routes, app -> features -> components -> ui, api; leaves (paths, locales) are open to all but ui. */
const WEB_BELOW: Partial<Record<Layer, Layer[]>> = {
  top: ['app', 'features', 'components', 'ui', 'api', 'leaf'],
  app: ['features', 'components', 'ui', 'api', 'leaf'],
  features: ['components', 'ui', 'api', 'leaf'],
  components: ['ui', 'api', 'leaf'],
  api: ['leaf'],
  leaf: ['leaf'],
  ui: [],
}

/**
 * Why `from` may not import `to`, or undefined when it may. Test code may look into every layer of its own workspace: only
 * the rules between workspaces hold for it.
 */
export function forbiddenEdge(from: Place, to: Place, fact: ImportFact): string | undefined {
  if (from.isToolConfig) return undefined
  if (to.isTest && !from.isTest) return 'product code never imports test code'
  if (from.workspace !== to.workspace) return forbiddenWorkspace(from, to, fact)
  if (from.isTest) return undefined
  if (from.workspace === 'server') return forbiddenOnServer(from, to, fact)
  if (from.workspace === 'web') return forbiddenInWeb(from, to)
  return undefined
}

function forbiddenWorkspace(from: Place, to: Place, fact: ImportFact): string | undefined {
  if (!(WORKSPACES_BELOW[from.workspace] ?? []).includes(to.workspace)) {
    return `${from.workspace} never imports ${to.workspace}`
  }
  if (from.workspace === 'client' && !from.isTest && !(to.workspace === 'contracts' && fact.isType))
    return 'the client is published by itself: of contracts it imports types, of others nothing'
  if (fact.specifier.startsWith('.')) return `another workspace is imported by its name, @notifly/${to.workspace}/...`
  if (from.layer === 'ui')
    return 'ui knows nothing of contracts: pass plain props, or move the component to components/'
  const starts = from.layer === 'top' || from.isTest
  if (from.workspace === 'server' && to.workspace === 'sandbox' && !starts) return 'only main and app start the sandbox'
  return undefined
}

function forbiddenOnServer(from: Place, to: Place, fact: ImportFact): string | undefined {
  if (to.layer === 'config' && fact.isType) return undefined
  if (from.isProvider) return forbiddenForProvider(from, to)
  if (from.layer !== to.layer) return forbiddenLayer(from, to, SERVER_BELOW)
  if (from.layer === 'features') return forbiddenFeature(from, to)
  if (from.layer === 'channels' && from.unit !== undefined && to.unit !== undefined && from.unit !== to.unit) {
    return 'a channel knows no other channel'
  }
  return undefined
}

function forbiddenForProvider(from: Place, to: Place): string | undefined {
  const isAllowed = to.layer === 'lib' || FOR_PROVIDERS.test(to.path) || isOwnChannel(from, to)
  return isAllowed ? undefined : 'a provider imports provider.ts, channels/http, lib and its own channel, nothing else'
}

/** What every provider needs. */
const FOR_PROVIDERS = /^server\/src\/channels\/(provider\.ts$|network-reasons\.ts$|http\/)/

function isOwnChannel(from: Place, to: Place): boolean {
  return to.layer === 'channels' && to.unit === from.unit
}

function forbiddenInWeb(from: Place, to: Place): string | undefined {
  if (from.layer !== to.layer) return forbiddenLayer(from, to, WEB_BELOW)
  return from.layer === 'features' ? forbiddenFeature(from, to) : undefined
}

function forbiddenLayer(from: Place, to: Place, below: Partial<Record<Layer, Layer[]>>): string | undefined {
  if ((below[from.layer] ?? []).includes(to.layer)) return undefined
  return `${from.layer} does not import ${to.layer}`
}

function forbiddenFeature(from: Place, to: Place): string | undefined {
  if (from.unit === to.unit || to.isFrontDoor) return undefined
  return `a feature imports another only by its front door, features/${to.unit}/${to.unit}.ts`
}
