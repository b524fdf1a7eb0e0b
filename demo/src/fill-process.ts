/**
 * Fills the demo's data directory and exits. Opens its database and sandbox like `npm start`, replays half a year, and
 * closes both. Configured by the environment, like the product.
 */
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { readConfig } from '@notifly/server/config'
import { createMetrics } from '@notifly/server/http/health'
import { createLog } from '@notifly/server/lib/log'
import { createSystemMail } from '@notifly/server/lib/mail/system-mail'
import { createPasswords } from '@notifly/server/lib/passwords'
import { createSecrets } from '@notifly/server/lib/secrets'
import { closePools } from '@notifly/server/lib/work-pool/pools'
import { openDatabase } from '@notifly/server/db/database'
import { prepare } from '@notifly/server/roles/prepare'
import { endSessions, fill } from './fill.ts'
import { writeDemoFile } from './demo-file.ts'
import { configureSandbox } from './world/channels.ts'
import { openWorld } from './world/world.ts'

const MAX_CONNECTIONS = 8

async function main(): Promise<void> {
  const startedAt = performance.now()
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } })
  const config = readConfig()
  const log = createLog('warn')
  const stops: (() => Promise<void>)[] = []
  try {
    const ground = await prepare({ config, log, onDatabaseUp: () => undefined }, stops)
    const { port, smtpPort } = config.sandbox
    const sandbox = await startSandbox({ port, smtpPort, dataDir: join(config.dataDir, 'sandbox'), pace: 0 })
    stops.push(() => sandbox.stop())
    const connectionString = withFastFillOptions(ground.connectionString)
    const database = openDatabase({ connectionString, maxConnections: MAX_CONNECTIONS, log })
    stops.push(() => database.close())
    stops.push(closePools)
    const world = await openWorld({
      config,
      database,
      log,
      secrets: createSecrets(ground.masterSecret),
      passwords: createPasswords(),
      mail: createSystemMail({ smtpUrl: `smtp://127.0.0.1:${smtpPort}`, from: config.systemMailFrom }),
      metrics: createMetrics(),
      now: new Date(),
      scale: Number(values.scale),
      password: newPassword(),
      sandbox: { url: sandbox.url, smtpPort },
    })
    stops.push(() => world.close())
    const team = await fill(world)
    world.moveTo(new Date())
    await world.listen()
    await configureSandbox(world, team)
    await endSessions(world)
    await writeDemoFile(config.dataDir, {
      email: team.asha.email,
      password: world.password,
      applicationId: team.shop.applicationId,
      ports: { port: config.port, sandbox: port, smtp: smtpPort },
    })
    process.stdout.write(`The demo was filled in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/**
 * Makes filling faster: commits do not wait for the disk, and sorts use more memory. An interrupted fill is discarded
 * as a whole, so durability does not matter.
 */
function withFastFillOptions(connectionString: string): string {
  const url = new URL(connectionString)
  url.searchParams.set('options', '-c synchronous_commit=off -c work_mem=128MB')
  return url.href
}

/** A password of words, which is easier to type than random letters. */
function newPassword(): string {
  const words = ['lamp', 'harbor', 'pine', 'quay', 'clay', 'linen', 'ash', 'larch', 'tide', 'moss', 'fjord', 'wool']
  return `${Array.from({ length: 4 }, () => words[randomInt(words.length)]).join('-')}-${randomInt(1000, 10_000)}`
}

await main()
