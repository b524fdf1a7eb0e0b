// The image: built on a base of Debian's packages, started with a read-only root, stopped, killed and started again on its data, with
// the database that it brings and with another. Called by scripts/deploy-check.ts in a mount namespace of its own.
import { appendFile, chmod, cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { run } from './command.ts'
import { DATA, LOCKS } from './compose.ts'

const [root = '', folder = ''] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const PORT = '24000'
const DATABASE_PORT = '25432'
const URL = `http://127.0.0.1:${PORT}`
const BASE = 'localhost/node:debian'
const IMAGE = 'localhost/notifly:check'
const READY_MS = 120_000
const PERSON = { name: 'Asha Raman', email: 'asha@example.com', password: 'Correct-horse-7', locale: 'en' }

const env = await storage()
const podman = (...args: string[]): Promise<string> => run('podman', args, { env })

await dropSecondHierarchy()
await makeBase()
const build = ['bud', '--isolation', 'chroot', '--format', 'docker', '--tag', IMAGE]
await run('buildah', [...build, '--build-arg', `BUILD_IMAGE=${BASE}`, '--build-arg', `RUN_IMAGE=${BASE}`, root], {
  env,
})
say(`the image is built: ${(await podman('images', '--format', '{{.Size}}', IMAGE)).trim()} with its base`)
const stopDatabase = await startDatabase()
try {
  await tryWith('a PostgreSQL of Debian', [
    ...set('DATABASE_URL', `postgres://notifly@127.0.0.1:${DATABASE_PORT}/notifly`),
    ...set('DATABASE_PASSWORD_FILE', '/run/secrets/password'),
    ...set('NOTIFLY_SECRET_FILE', '/run/secrets/secret'),
  ])
} finally {
  await stopDatabase()
}
await tryWith('the PostgreSQL that it brings', [])

/** Keeps all files of podman in the folder, which is removed. */
async function storage(): Promise<Record<string, string>> {
  const places = `driver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`
  await writeFile(join(folder, 'storage.conf'), `[storage]\n${places}`)
  const engine = 'cgroup_manager = "cgroupfs"\nevents_logger = "file"\nruntime = "crun"\n'
  await writeFile(join(folder, 'containers.conf'), `[engine]\n${engine}`)
  return {
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
  }
}

/** crun supports one hierarchy of cgroups at a time; some machines have both. */
async function dropSecondHierarchy(): Promise<void> {
  const mounts = await readFile('/proc/self/mounts', 'utf8')
  if (mounts.includes(' /sys/fs/cgroup/unified ')) await run('umount', ['/sys/fs/cgroup/unified'])
}

/**
 * Builds an image of Debian with the Node and the npm that run this script. It trusts the certificates of this machine, so that packages
 * can be downloaded.
 */
async function makeBase(): Promise<void> {
  const base = join(folder, 'base')
  const packages = '--include=ca-certificates,libatomic1'
  await run('debootstrap', ['--variant=minbase', packages, 'bookworm', base, 'http://deb.debian.org/debian'])
  const local = join(base, 'usr/local')
  await cp(process.execPath, join(local, 'bin/node'))
  const npm = dirname(dirname(await realpath((await run('sh', ['-c', 'command -v npm'])).trim())))
  await mkdir(join(local, 'lib/node_modules'), { recursive: true })
  await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  await cp('/etc/ssl/certs/ca-certificates.crt', join(base, 'etc/ssl/certs/ca-certificates.crt'))
  await mkdir(join(local, 'etc'), { recursive: true })
  await appendFile(join(local, 'etc/npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n')
  await run('tar', ['-C', base, '-cf', join(folder, 'base.tar'), '.'])
  await podman('import', join(folder, 'base.tar'), BASE)
}

/** Returns a function that stops it. */
async function startDatabase(): Promise<() => Promise<unknown>> {
  const secrets = join(folder, 'secrets')
  const data = join(folder, 'database')
  await mkdir(secrets)
  await writeFile(join(secrets, 'password'), 'a password of the check')
  await writeFile(join(secrets, 'secret'), randomBytes(32).toString('hex'))
  await mkdir(data)
  // PostgreSQL refuses root, and its user must reach the folder.
  await chmod(folder, 0o755)
  await run('chown', ['postgres', data])
  const programs = (await run('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin'])).trim().split('\n').at(-1) ?? ''
  const asPostgres = (...command: string[]): Promise<string> =>
    run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...command], { cwd: '/' })
  const auth = ['--auth=scram-sha-256', `--pwfile=${join(secrets, 'password')}`, '--username=notifly']
  await asPostgres(join(programs, 'initdb'), '-D', join(data, 'cluster'), ...auth)
  const options = `-p ${DATABASE_PORT} -k ${data} -c listen_addresses=127.0.0.1 -c fsync=off`
  const control = join(programs, 'pg_ctl')
  await asPostgres(control, '-D', join(data, 'cluster'), '-o', options, '-l', join(data, 'log'), '-w', 'start')
  const login = { env: { PGPASSWORD: 'a password of the check' } }
  await run(
    'psql',
    ['-h', '127.0.0.1', '-p', DATABASE_PORT, '-U', 'notifly', 'postgres', '-c', 'create database notifly'],
    login,
  )
  return () => asPostgres(control, '-D', join(data, 'cluster'), '-m', 'fast', '-w', 'stop')
}

function set(name: string, value: string): string[] {
  return ['--env', `${name}=${value}`]
}

async function tryWith(database: string, settings: readonly string[]): Promise<void> {
  say(`with ${database}:`)
  const name = 'notifly-check'
  // Below what the machine itself may have; health is asked below, since no systemd is here to ask it.
  const machine = [
    '--network',
    'host',
    '--no-healthcheck',
    '--ulimit',
    'nofile=10000:10000',
    '--ulimit',
    'nproc=4000:4000',
  ]
  const volumes = [
    '--volume',
    `${name}:${DATA}`,
    ...(settings.length > 0 ? ['--volume', `${folder}/secrets:/run/secrets:ro`] : []),
  ]
  const own = [
    ...set('PORT', PORT),
    ...set('NOTIFLY_HOST', '127.0.0.1'),
    ...set('NOTIFLY_PUBLIC_URL', URL),
    ...set('NOTIFLY_SANDBOX', 'off'),
    ...set('NOTIFLY_SYSTEM_SMTP_URL', 'smtp://127.0.0.1:9'),
    ...settings,
  ]
  await podman('run', '--detach', '--name', name, ...LOCKS, ...machine, ...volumes, ...own, IMAGE)
  try {
    await untilReady(name)
    expect('/healthz answers', (await fetch(`${URL}/healthz`)).ok)
    const page = await fetch(`${URL}/auth/sign-up`)
    expect('the sign-up page is served', page.ok && (await page.text()).includes('<div id="root"'))
    expect('somebody signs up', (await signUp()) < 300)
    await podman('exec', name, 'node', 'deploy/container/ready.mjs')
    expect('it is nobody special', (await podman('exec', name, 'id', '-u')).trim() === '1000')
    const writes = 'for at in /app /etc /usr /var; do touch $at/x 2>/dev/null && echo $at; done; true'
    expect('nothing is written but to its volume', (await podman('exec', name, 'sh', '-c', writes)).trim() === '')
    const tools =
      'ls -d node_modules/{vite,typescript,vitest} web/src server/src/testing 2>/dev/null; command -v gcc make; true'
    expect('no tool of the build is in it', (await podman('exec', name, 'bash', '-c', tools)).trim() === '')
    await podman('stop', '--time', '60', name)
    const code = (await podman('inspect', '--format', '{{.State.ExitCode}}', name)).trim()
    expect('SIGTERM stops it in order', code === '0')
    await podman('start', name)
    await untilReady(name)
    await podman('kill', name)
    await podman('wait', name)
    await podman('start', name)
    await untilReady(name)
    expect('who signed up is still there after a stop and a kill', (await signIn()) !== 401)
  } catch (error) {
    // What the product complains of is on the other stream.
    say(await run('sh', ['-c', 'podman logs --tail 20 "$0" 2>&1', name], { env }).catch(() => ''))
    throw error
  } finally {
    await podman('rm', '--force', '--time', '30', '--volumes', name)
    await podman('volume', 'rm', '--force', name)
  }
}

async function untilReady(name: string): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await fetch(`${URL}/readyz`).catch(() => undefined)
    if (answer?.ok === true) break
    if (performance.now() - startedAt > READY_MS) throw new Error('/readyz does not answer')
    if ((await podman('inspect', '--format', '{{.State.Running}}', name)).trim() !== 'true')
      throw new Error('the container has ended')
    await delay(500)
  }
  say(`  ready after ${Math.round((performance.now() - startedAt) / 1000)} s`)
}

function expect(what: string, is: boolean): void {
  if (!is) throw new Error(`Not so: ${what}`)
  say(`  ${what}`)
}

async function signUp(): Promise<number> {
  return (await post('/authP/sign-up', PERSON)).status
}

/** Returns the status: 401 for an unknown user, another for one who has not confirmed the address. */
async function signIn(): Promise<number> {
  return (await post('/authP/login', { email: PERSON.email, password: PERSON.password })).status
}

function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
