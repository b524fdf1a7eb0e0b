import type { Config } from '../config.ts'

/** Prints where things are, once all of them are up. */
export function announce(config: Config): void {
  const lines = [`Notifly is up.  Dashboard   ${config.publicUrl}`]
  if (config.sandbox.on) {
    lines.push(`                Inbox       http://127.0.0.1:${config.sandbox.port}`)
    lines.push(`                SMTP        127.0.0.1:${config.sandbox.smtpPort} (any name and password)`)
  }
  if (config.sandbox.byHand) {
    lines.push('', 'The sandbox is on under a public address: mail goes to its inbox, not to people.')
  }
  process.stdout.write(`\n${lines.join('\n')}\n\nStop with Ctrl+C.\n`)
}
