// Says which part of the project a file belongs to. Everything that the rules ask about a file is answered by its path alone.

/** The layers of the server and of the dashboard, and one for each folder that has none. */
export type Layer =
  | 'top'
  | 'config'
  | 'features'
  | 'engine'
  | 'people'
  | 'channels'
  | 'http'
  | 'jobs'
  | 'db'
  | 'lib'
  | 'app'
  | 'components'
  | 'ui'
  | 'api'
  | 'leaf'
  | 'testing'
  | 'plain'

/** A file's place. */
export interface Place {
  path: string
  /** First folder of the path: server, web, contracts, ... Empty for files at the root. */
  workspace: string
  layer: Layer
  /** The feature or the channel that it belongs to. */
  unit: string | undefined
  /** features/<x>/<x>.ts, of a page's part features/<x>/<X>.tsx: the only file of a feature that another may import. */
  isFrontDoor: boolean
  /** channels/<x>/providers/... */
  isProvider: boolean
  /** A test, or a file that only tests load. */
  isTest: boolean
  /** A tool's configuration file. */
  isToolConfig: boolean
}

const SERVER_LAYERS = new Set(['features', 'engine', 'people', 'channels', 'http', 'jobs', 'db', 'lib', 'testing'])
const WEB_LAYERS = new Set(['features', 'app', 'components', 'ui', 'api', 'testing'])
/** Workspaces that only contain tests, benchmarks and invented data. */
const TEST_WORKSPACES = new Set(['e2e', 'bench', 'demo'])

/** The place of a file, given by its path from the checkout's root with forward slashes. */
export function placeOf(path: string): Place {
  const folders = path.split('/')
  const workspace = folders.length > 1 ? (folders[0] ?? '') : ''
  const layer = layerOf(workspace, folders)
  const unit = layer === 'features' || layer === 'channels' ? unitOf(folders) : undefined
  const name = folders.at(-1) ?? ''
  return {
    path,
    workspace,
    layer,
    unit,
    isFrontDoor: layer === 'features' && folders.length === 5 && kebabCase(name.replace(/\.tsx?$/, '')) === unit,
    isProvider: layer === 'channels' && folders[4] === 'providers',
    isTest: /\.test\.tsx?$/.test(name) || folders.includes('testing') || TEST_WORKSPACES.has(workspace),
    isToolConfig: /\.config\.(ts|mjs)$/.test(name),
  }
}

/** WebPush: web-push. */
function kebabCase(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()
}

function layerOf(workspace: string, folders: string[]): Layer {
  const folder = folders.length > 3 ? folders[2] : undefined
  if (folders[1] !== 'src') return 'plain'
  if (workspace === 'server') return serverLayer(folder, folders[2] ?? '')
  if (workspace === 'web') return webLayer(folder, folders[2] ?? '')
  return folder === 'testing' ? 'testing' : 'plain'
}

/** A folder beside the layers (roles) composes them like main and app: it may import all of them, and nothing imports it. */
function serverLayer(folder: string | undefined, name: string): Layer {
  if (folder === undefined) return name === 'config.ts' ? 'config' : 'top'
  return SERVER_LAYERS.has(folder) ? (folder as Layer) : 'top'
}

/** main and routes compose the dashboard; every other file or folder beside the layers (paths, locales) is a leaf. */
function webLayer(folder: string | undefined, name: string): Layer {
  const first = folder ?? name.replace(/\.tsx?$/, '')
  if (WEB_LAYERS.has(first)) return first as Layer
  return first === 'main' || first.startsWith('route') ? 'top' : 'leaf'
}

/** features/<x>/..., channels/<x>/...; code that channels share (provider.ts, registry.ts, http/, testing/) belongs to no unit. */
function unitOf(folders: string[]): string | undefined {
  if (folders[2] === 'channels' && (folders[3] === 'http' || folders[3] === 'testing')) return undefined
  return folders.length > 4 ? folders[3] : undefined
}
