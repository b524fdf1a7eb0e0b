import { startSandbox, type SandboxOptions } from './sandbox.ts'

// Runs the sandbox as a separate process: `node main.ts '<options as JSON>'`. The first line on standard output (and,
// with an IPC channel, the first message) is {"url", "smtpPort", "dnsPort"}; log lines go to standard error as JSON. It
// stops on SIGTERM or SIGINT, and when its parent exits.

const options: Omit<SandboxOptions, 'log'> = JSON.parse(process.argv[2] ?? '{}')

const starting = startSandbox({
  ...options,
  log: (level, message, details) => {
    const { error, ...rest } = details ?? {}
    const cause = error === undefined ? {} : { error: error instanceof Error ? error.stack : JSON.stringify(error) }
    process.stderr.write(`${JSON.stringify({ level, message, ...rest, ...cause })}\n`)
  },
})

const stop = () => {
  starting
    .then(sandbox => sandbox.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    )
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)

const { url, smtpPort, dnsPort } = await starting
const addresses = { url, smtpPort, dnsPort }
process.stdout.write(`${JSON.stringify(addresses)}\n`)
// With a callback, a channel that has just closed causes no error here; the 'disconnect' event handles it.
process.send?.(addresses, undefined, undefined, () => undefined)
