/** `npm run move -- <application id> <host>:<port>`: moves an application to another machine of the cluster (docs/scale.md). */
import process from 'node:process'
import { readConfig } from '../config.ts'
import { moveApplication } from '../db/distribution/move-application.ts'
import { StartError } from '../lib/start-error.ts'
import { runCommand, say, seconds } from './run-command.ts'

const USAGE = 'Usage: npm run move -- <application id> <host>:<port>'

await runCommand(async () => {
  const [applicationId, machine, ...others] = process.argv.slice(2)
  const [, host, port] = /^(.+):(\d+)$/.exec(machine ?? '') ?? []
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(applicationId ?? '')
  if (applicationId === undefined || !isId || host === undefined || others.length > 0) throw new StartError(USAGE)
  const { databaseUrl } = readConfig()
  if (databaseUrl === null) throw new StartError('The embedded database is one machine: there is nothing to move to.')
  const startedAt = performance.now()
  const from = await moveApplication(databaseUrl, applicationId, { host, port: Number(port) })
  say(`Moved from ${from.host}:${from.port} to ${host}:${port} in ${seconds(startedAt)}.`)
})
