import type { Config } from '../config.ts'
import { unsafeSettings } from '../features/operator/operator.ts'
import type { Log } from '../lib/log.ts'

/** Prints the addresses once all processes are up, and warns about unsafe settings. */
export function announce(config: Config, log: Log): void {
  const lines = [`Notifly is up.  Dashboard   ${config.publicUrl}`]
  if (config.sandbox.on) {
    lines.push(`                Inbox       http://127.0.0.1:${config.sandbox.port}`)
    lines.push(`                SMTP        127.0.0.1:${config.sandbox.smtpPort} (any name and password)`)
    lines.push(
      `                DNS         127.0.0.1:${config.sandbox.dnsPort} (records: http://127.0.0.1:${config.sandbox.port}/dns)`,
    )
  }
  const unsafe = unsafeSettings(config)
  for (const { setting, warning } of unsafe) log.warn({ setting }, `${setting} ${warning}`)
  if (unsafe.length > 0) lines.push('', 'Unsafe settings (docs/operating.md, "Putting it on the internet"):')
  for (const { setting, warning } of unsafe) lines.push(`  - ${setting} ${warning}`)
  process.stdout.write(`\n${lines.join('\n')}\n\nStop with Ctrl+C.\n`)
}
