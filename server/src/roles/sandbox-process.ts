/** Entry of the sandbox's process: takes its order over the channel, says when it is ready, ends when the channel closes. */
import { startSandbox } from '@notifly/sandbox/sandbox'
import type { SandboxOrder } from './sandbox.ts'

// The parent stops us; Ctrl+C in a terminal reaches the whole group and must not race it.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

process.once('message', (order: SandboxOrder) => {
  void run(order)
})

async function run(order: SandboxOrder): Promise<void> {
  try {
    const sandbox = await startSandbox({
      host: '127.0.0.1',
      port: order.port,
      smtpPort: order.smtpPort,
      dataDir: order.dataDir,
      ...(order.bounce === null ? {} : { bounce: order.bounce }),
    })
    process.once('disconnect', () => void sandbox.stop().then(() => process.exit(0)))
    process.send?.({ ready: true })
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
  }
}
