/** Waits for the product, prints how to sign in, and serves the sign-in link until it is stopped. */
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '@notifly/server/config'
import { readDemoFile } from './demo-file.ts'
import { startSignInServer } from './sign-in-server.ts'

const LOOK_MS = 250

async function main(): Promise<void> {
  const { publicUrl, dataDir } = readConfig()
  const demo = await readDemoFile(dataDir)
  const door = await startSignInServer(publicUrl, demo)
  while (!(await isUp(publicUrl))) await delay(LOOK_MS)
  const lines = [
    `Demo            Sign in     ${door.url}`,
    `                            works once; afterwards ${demo.email} with the password ${demo.password}`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

async function isUp(productUrl: string): Promise<boolean> {
  const answer = await fetch(`${productUrl}/readyz`).catch(() => null)
  return answer?.ok === true
}

// Ends together with the launcher.
process.on('disconnect', () => process.exit(0))
await main()
