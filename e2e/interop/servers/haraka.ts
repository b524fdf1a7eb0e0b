/**
 * Haraka, from npm. The parts that a site's own plugins do (mailboxes, greylisting, limits, routing of mail to other domains) are in
 * haraka-plugin.cjs; TLS, sign-in, the protocol and the delivery reports are Haraka's own.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { start } from '../command.ts'
import { FILES } from '../ground.ts'
import { DOMAINS, GREYLIST_SECONDS, MAILBOXES, PORTS, RATE, SERVER_NAME, SIGN_IN, SIZE_LIMIT_BYTES } from '../world.ts'
import { ALL_SMTP_ACCESS, type MailServer } from './server.ts'

const HOME = '/etc/haraka'
const OWN_PORTS = [PORTS.relay, PORTS.submission, PORTS.tls, PORTS.greylisting, PORTS.rates, PORTS.unchecked]

export const haraka: MailServer = {
  title: 'Haraka',
  packages: [],
  npm: 'haraka@3.3.4',
  doors: ALL_SMTP_ACCESS,
  lateDomains: ['far'],
  version: async ground => {
    const about = await readFile(join(ground.npmFolder, 'node_modules/haraka/package.json'), 'utf8')
    return (JSON.parse(about) as { version: string }).version
  },
  start: async ground => {
    const packaged = join(ground.npmFolder, 'node_modules/haraka/config/connection.ini')
    const files = {
      ...configuration(ground.outside(FILES.mail)),
      // As Haraka comes, but for the size: a file of ours takes the place of the whole one.
      'connection.ini': (await readFile(packaged, 'utf8')).replace(/^bytes=.*$/m, `bytes=${SIZE_LIMIT_BYTES}`),
    }
    for (const [name, text] of Object.entries(files)) await ground.write(`${HOME}/config/${name}`, text)
    for (const [name, file] of Object.entries({ 'tls_key.pem': FILES.key, 'tls_cert.pem': FILES.certificate })) {
      await ground.run('cp', file, `${HOME}/config/${name}`)
    }
    const plugin = await readFile(new URL('haraka-plugin.cjs', import.meta.url), 'utf8')
    await ground.write(`${HOME}/plugins/interop.js`, plugin)
    await ground.run('mkdir', '-p', `${HOME}/queue`)
    const program = join(ground.npmFolder, 'node_modules/haraka/bin/haraka')
    start([process.execPath, program, '-c', ground.outside(HOME)], ground.outside(FILES.log))
  },
  isIdle: async ground => (await ground.run('ls', `${HOME}/queue`)).trim() === '',
}

/** Files of its folder `config`. */
function configuration(mail: string): Readonly<Record<string, string>> {
  const rules = {
    ports: PORTS,
    domains: DOMAINS,
    mailboxes: MAILBOXES,
    mail,
    greylistMs: GREYLIST_SECONDS * 1000,
    rate: { messages: RATE.messages, spanMs: RATE.seconds * 1000 },
  }
  return {
    me: SERVER_NAME,
    plugins: 'tls\nauth/flat_file\ninterop\n',
    'smtp.ini': `listen=${OWN_PORTS.map(port => `127.0.0.1:${port}`).join(',')}\nsmtps_port=${PORTS.tls}\n`,
    'auth_flat_file.ini': `[core]\nmethods=PLAIN,LOGIN\nconstrain_sender=false\n[users]\n${SIGN_IN.username}=${SIGN_IN.password}\n`,
    'outbound.ini': 'enable_tls=false\n',
    'log.ini': '[main]\nlevel=notice\n',
    'interop.json': JSON.stringify(rules),
  }
}
