// The configurations of docs/proxies: taken by nginx and Caddy, and then in front of a small server, which sees what they pass on. Their
// ports are those of the files, so scripts/deploy-check.ts calls this in a network namespace of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
  type ServerResponse,
} from 'node:http'
import { request as tlsRequest } from 'node:https'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { run } from './command.ts'

const [root = '', folder = ''] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const HOST = 'notifly.example'
/** Of a caller, and of one that a caller claims to be. */
const CALLER = '192.0.2.10'
const CLAIMED = '203.0.113.9'
const LARGEST_BYTES = 101 * 1_048_576
const START_MS = 20_000

interface Received {
  url: string | undefined
  headers: IncomingHttpHeaders
  bytes: number
}
const received: Received[] = []
/** Streams that stay open, as those of progress do. */
const streams = new Set<ServerResponse>()

await run('ip', ['link', 'set', 'lo', 'up'])
await run('ip', ['address', 'add', `${CALLER}/32`, 'dev', 'lo'])
const upstream = await startUpstream()
await tryProxy('nginx', ['nginx', '-c', await nginxFile(), '-g', 'daemon off;'])
await tryProxy('Caddy', ['caddy', 'run', '--adapter', 'caddyfile', '--config', await caddyFile()])
upstream.close()
upstream.closeAllConnections()

/** In the place of Notifly. */
async function startUpstream() {
  const server = createServer((request, response) => {
    const call: Received = { url: request.url, headers: request.headers, bytes: 0 }
    received.push(call)
    if (request.url === '/stream') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
      response.write('data: begun\n\n')
      streams.add(response)
      return
    }
    request.on('data', (chunk: Buffer) => (call.bytes += chunk.length))
    request.on('end', () => response.end('taken'))
    request.on('error', () => undefined)
  })
  server.listen(3000, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** As it is, but for the paths of the certificate, within what Debian's own file has around it. */
async function nginxFile(): Promise<string> {
  const certificate = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const subject = ['-subj', `/CN=${HOST}`, '-days', '1']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate, ...subject])
  const shipped = await readFile(join(root, 'docs/proxies/nginx.conf'), 'utf8')
  await writeFile(join(folder, 'notifly.conf'), shipped.replaceAll('/etc/ssl/notifly', folder))
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `user root; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
     http { access_log off; ${kept.join(' ')} include ${folder}/notifly.conf; }`,
  )
  await run('nginx', ['-t', '-c', file])
  say('nginx takes its file')
  return file
}

/** Taken as it is; run with a certificate of its own, as no authority is to be asked. */
async function caddyFile(): Promise<string> {
  const shipped = join(root, 'docs/proxies/Caddyfile')
  await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', shipped], { env: caddyHome() })
  say('Caddy takes its file')
  const file = join(folder, 'Caddyfile')
  const text = await readFile(shipped, 'utf8')
  await writeFile(file, text.replace(/^\{\n/m, '{\n\tlocal_certs\n\tskip_install_trust\n'))
  return file
}

function caddyHome(): Record<string, string> {
  return { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
}

async function tryProxy(name: string, [program = '', ...args]: readonly string[]): Promise<void> {
  say(`behind ${name}:`)
  const child = spawn(program, args, { env: { ...process.env, ...caddyHome() }, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  try {
    await untilUp()
    await checkCaller()
    await checkBodies()
    await checkMetrics()
    await checkStream()
  } catch (error) {
    say(complaints.slice(-3000))
    throw error
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function untilUp(): Promise<void> {
  const startedAt = performance.now()
  while ((await ask({ path: '/' }).catch(() => undefined))?.status !== 200) {
    if (performance.now() - startedAt > START_MS) throw new Error('It does not answer.')
    await delay(100)
  }
}

async function checkCaller(): Promise<void> {
  const claims = { 'X-Forwarded-For': CLAIMED, 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' }
  await ask({ path: '/whom', headers: claims })
  const { headers } = received.at(-1) ?? {}
  const told = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'].map(name => headers?.[name])
  expectSame('the server is told the true caller, host and protocol', told, [HOST, CALLER, HOST, 'https'])
  const { status, location } = await ask({ path: '/a?b=c', isPlain: true })
  expectSame('http is sent on to https', [Math.floor(status / 100), location], [3, `https://${HOST}/a?b=c`])
}

async function checkBodies(): Promise<void> {
  const { status } = await ask({ path: '/upload', bytes: LARGEST_BYTES })
  expectSame('the largest upload arrives', [status, received.at(-1)?.bytes], [200, LARGEST_BYTES])
  const larger = await ask({ path: '/larger', bytes: LARGEST_BYTES + 1 })
  const arrived = received.findLast(({ url }) => url === '/larger')?.bytes ?? 0
  // Of some versions of Caddy the refusal is a 502. The server itself refuses by what is declared, before the body comes.
  expectSame('no larger one does', [larger.status >= 400, arrived <= LARGEST_BYTES], [true, true])
}

async function checkMetrics(): Promise<void> {
  const paths = ['/metrics', '/METRICS', '//metrics', '/%6detrics', '/x/../metrics', '/metrics?x=1']
  const before = received.length
  const statuses = await Promise.all(paths.map(async path => (await ask({ path })).status))
  expectSame(
    'metrics are closed, however the path is written',
    [statuses, received.slice(before).map(({ url }) => url)],
    [paths.map(() => 404), []],
  )
}

async function checkStream(): Promise<void> {
  const { begun } = await ask({ path: '/stream', isStream: true })
  expectSame('a stream is passed on as it comes', begun, 'data: begun\n\n')
  for (const stream of streams) stream.end()
  streams.clear()
}

interface Question {
  path: string
  headers?: Record<string, string>
  bytes?: number
  isPlain?: boolean
  /** Its first piece is the answer. */
  isStream?: boolean
}

async function ask({ path, headers = {}, bytes, isPlain = false, isStream = false }: Question) {
  const options = {
    ...{ host: '127.0.0.1', port: isPlain ? 80 : 443, localAddress: CALLER, path },
    ...{ method: bytes === undefined ? 'GET' : 'POST', servername: HOST, rejectUnauthorized: false },
    headers: { Host: HOST, ...headers, ...(bytes !== undefined && { 'Content-Length': bytes }) },
  }
  const call = isPlain ? plainRequest(options) : tlsRequest({ ...options, agent: false })
  const answered = once(call, 'response')
  // A server that refuses a body closes while it is being sent.
  call.on('error', () => undefined)
  call.end(bytes === undefined ? undefined : Buffer.alloc(bytes))
  const [response] = (await answered) as [IncomingMessage]
  const begun = isStream ? String((await once(response, 'data'))[0]) : ''
  response.resume()
  if (isStream) call.destroy()
  return { status: response.statusCode ?? 0, location: response.headers.location, begun }
}

function expectSame(what: string, is: unknown, should: unknown): void {
  const [found, wanted] = [is, should].map(each => JSON.stringify(each))
  if (found !== wanted) throw new Error(`Not so: ${what}. ${found} in place of ${wanted}`)
  say(`  ${what}`)
}
