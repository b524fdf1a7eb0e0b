import { startSandbox, type SandboxOptions } from './sandbox.ts'

// The sandbox as a process of its own, for a parent that has no time to spare: `node main.ts '<options as JSON>'`. The first
// line on standard output (and, with an IPC channel, the first message) is {"url", "smtpPort"}; log lines go to
// standard error as JSON. It stops on SIGTERM, SIGINT and when its parent is gone.

const options: Omit<SandboxOptions, 'log'> = JSON.parse(process.argv[2] ?? '{}')

const sandbox = await startSandbox({
  ...options,
  log: (level, message, details) => {
    const { error, ...rest } = details ?? {}
    const cause = error === undefined ? {} : { error: error instanceof Error ? error.stack : JSON.stringify(error) }
    process.stderr.write(`${JSON.stringify({ level, message, ...rest, ...cause })}\n`)
  },
})

const addresses = { url: sandbox.url, smtpPort: sandbox.smtpPort }
process.stdout.write(`${JSON.stringify(addresses)}\n`)
process.send?.(addresses)

const stop = () => {
  sandbox.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)
