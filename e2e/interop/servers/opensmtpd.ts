/**
 * OpenSMTPD. It has neither greylisting nor limits on messages, but supports filters: opensmtpd-filter.py does both. It looks up recipients
 * of local domains before it accepts a message, so only mail to other servers is returned. Recipients are listed: with the table of
 * mailboxes alone, it would refuse the others with "524 5.2.4 Mailing list expansion problem", which says nothing about the mailbox.
 */
import { readFile } from 'node:fs/promises'
import { FILES, OWNER, packageVersion } from '../ground.ts'
import { DOMAINS, GREYLIST_SECONDS, MAILBOXES, PORTS, RATE, SERVER_NAME, SIGN_IN, SIZE_LIMIT_BYTES } from '../world.ts'
import { ALL_SMTP_ACCESS, type MailServer } from './server.ts'

const RECIPIENTS = '/etc/interop/recipients'
const FILTER = '/etc/interop/filter.py'

export const opensmtpd: MailServer = {
  title: 'OpenSMTPD',
  packages: ['opensmtpd'],
  doors: ALL_SMTP_ACCESS,
  lateDomains: ['far'],
  version: ground => packageVersion(ground, 'opensmtpd'),
  start: async ground => {
    const addresses = MAILBOXES.map(each => `${each}@${DOMAINS.people}`)
    await ground.write(FILES.mailboxes, addresses.map(each => `${each} ${OWNER.name}\n`).join(''))
    await ground.write(RECIPIENTS, `${addresses.join('\n')}\n`)
    const hash = (await ground.run('smtpctl', 'encrypt', SIGN_IN.password)).trim()
    await ground.write(FILES.users, `${SIGN_IN.username} ${hash}\n`)
    await ground.write(FILTER, await readFile(new URL('opensmtpd-filter.py', import.meta.url), 'utf8'), 0o755)
    await ground.write('/etc/smtpd.conf', CONFIGURATION)
    await ground.run('chmod', '600', FILES.key)
    ground.start('smtpd', '-d')
  },
  isIdle: async ground => (await ground.run('smtpctl', 'show', 'queue')).trim() === '',
}

const listen = (port: number, how: string) => `listen on 127.0.0.1 port ${port} hostname ${SERVER_NAME} ${how}`
const relay = (port: number) => `relay host "smtp+notls://127.0.0.1:${port}"`

const CONFIGURATION = `
pki ${SERVER_NAME} cert "${FILES.certificate}"
pki ${SERVER_NAME} key "${FILES.key}"
table users file:${FILES.users}
table mailboxes file:${FILES.mailboxes}
table recipients file:${RECIPIENTS}
smtp max-message-size ${SIZE_LIMIT_BYTES}
filter greylisting proc-exec "${FILTER} greylisting ${GREYLIST_SECONDS}"
filter rates proc-exec "${FILTER} rates ${RATE.messages} ${RATE.seconds}"
${listen(PORTS.relay, `tls pki ${SERVER_NAME}`)}
${listen(PORTS.submission, `tls-require pki ${SERVER_NAME} auth <users>`)}
${listen(PORTS.tls, `smtps pki ${SERVER_NAME} auth <users>`)}
${listen(PORTS.greylisting, 'filter greylisting')}
${listen(PORTS.rates, 'filter rates')}
${listen(PORTS.unchecked, '')}
action "mailbox" maildir "${FILES.mail}/%{rcpt.user}" virtual <mailboxes>
action "reports" ${relay(PORTS.bounces)}
action "far" ${relay(PORTS.far)}
match from any for rcpt-to <recipients> action "mailbox"
match from any for domain "${DOMAINS.bounces}" action "reports"
match from local for domain "${DOMAINS.far}" action "far"
`
