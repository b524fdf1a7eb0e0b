import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../lib/start-error.ts'
import type { Installation } from './prepare.ts'

/** What the sandbox process is told when it starts. */
export interface SandboxOrder {
  port: number
  smtpPort: number
  dataDir: string
  bounce: { host: string; port: number } | null
}

/**
 * Starts the sandbox in a process of its own, so that it behaves like the outside service it stands for: it shares nothing
 * with us but sockets. It reports bounces and complaints to `bouncePort`, where we listen for them. Resolves to its stop
 * function.
 */
export async function startSandboxProcess(
  config: Config,
  { log }: Installation,
  bouncePort: number | null,
): Promise<() => Promise<void>> {
  const order: SandboxOrder = {
    port: config.sandbox.port,
    smtpPort: config.sandbox.smtpPort,
    dataDir: join(config.dataDir, 'sandbox'),
    bounce: bouncePort === null ? null : { host: '127.0.0.1', port: bouncePort },
  }
  // The child ends by itself when our channel to it closes, so a SIGKILL of ours leaves no orphan.
  const child = fork(new URL('./sandbox-process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Not ours: what `npm start` preloads into us watches over us alone.
    execArgv: [],
  })
  child.send(order)
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    { ready?: true; error?: string } | number,
  ]
  if (typeof answer === 'number' || answer === null || answer.ready !== true) {
    const reason = typeof answer === 'object' && answer !== null ? answer.error : 'it ended at once'
    throw new StartError(`The sandbox could not start: ${reason ?? 'no reason given'}.`)
  }
  child.on('exit', code => log.warn({ code }, 'the sandbox ended'))
  return async () => {
    if (child.exitCode !== null) return
    child.removeAllListeners('exit')
    child.disconnect()
    await once(child, 'exit')
  }
}
