/**
 * Postfix, with postgrey for greylisting, its own anvil for limits, and Cyrus SASL for sign-in. Mail to unknown mailboxes is returned if it
 * was accepted unchecked: by `local` for a local domain, by `smtp` for another server's.
 */
import { FILES, type Ground, OWNER, packageVersion } from '../ground.ts'
import { DOMAINS, GREYLIST_SECONDS, MAILBOXES, PORTS, RATE, SERVER_NAME, SIGN_IN, SIZE_LIMIT_BYTES } from '../world.ts'
import { ALL_SMTP_ACCESS, type MailServer } from './server.ts'

const POSTGREY_PORT = 10_023

export const postfix: MailServer = {
  title: 'Postfix',
  packages: ['postfix', 'postgrey', 'sasl2-bin', 'libsasl2-modules'],
  doors: ALL_SMTP_ACCESS,
  lateDomains: ['gone', 'far'],
  version: ground => packageVersion(ground, 'postfix'),
  start: startPostfix,
  isIdle: async ground => (await ground.run('postqueue', '-p')).includes('Mail queue is empty'),
}

/** Starts it, without the ports that a server in front of it uses. */
export async function startPostfix(ground: Ground, others: readonly number[] = []): Promise<void> {
  await ground.write(FILES.mailboxes, MAILBOXES.map(each => `${each}@${DOMAINS.people} ${each}/\n`).join(''))
  await ground.write('/etc/postfix/main.cf', MAIN)
  await ground.write('/etc/postfix/sasl/smtpd.conf', SASL)
  await ground.run('sh', '-ec', SIGN_IN_FILE)
  await ground.run('postconf', '-F', '*/*/chroot=n')
  for (const [port, settings] of LISTENERS.filter(([each]) => !others.includes(each))) {
    const service = `${port}/inet`
    await ground.run('postconf', '-M', `${service}=${port} inet n - n - - smtpd`)
    await ground.run('postconf', '-P', ...settings.map(setting => `${service}/${setting}`))
  }
  await ground.run('newaliases')
  await ground.run('sh', '-ec', POSTGREY)
  await ground.run('postfix', 'start')
}

const MAIN = `
compatibility_level = 3.6
maillog_file = /var/log/postfix.log
myhostname = ${SERVER_NAME}
mydestination = localhost, ${DOMAINS.gone}
local_recipient_maps =
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
message_size_limit = ${SIZE_LIMIT_BYTES}
smtpd_tls_cert_file = ${FILES.certificate}
smtpd_tls_key_file = ${FILES.key}
smtpd_tls_security_level = may
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, reject
virtual_mailbox_domains = ${DOMAINS.people}
virtual_mailbox_base = ${FILES.mail}
virtual_mailbox_maps = texthash:${FILES.mailboxes}
virtual_uid_maps = static:${OWNER.id}
virtual_gid_maps = static:${OWNER.id}
transport_maps = inline:{ {${DOMAINS.bounces}=smtp:[127.0.0.1]:${PORTS.bounces}}, {${DOMAINS.far}=smtp:[127.0.0.1]:${PORTS.far}} }
anvil_rate_time_unit = ${RATE.seconds}s
smtp_host_lookup = native
`

const SASL = `
pwcheck_method: auxprop
auxprop_plugin: sasldb
mech_list: PLAIN LOGIN
`

const POSTGREY = `
install -d -o postgrey /run/postgrey
postgrey -d --inet=127.0.0.1:${POSTGREY_PORT} --delay=${GREYLIST_SECONDS} --pidfile=/run/postgrey/pid
`

const SIGN_IN_FILE = `
printf %s '${SIGN_IN.password}' | saslpasswd2 -p -c -u ${SERVER_NAME} ${SIGN_IN.username}
chgrp postfix /etc/sasldb2
chmod 640 /etc/sasldb2
`

const SIGNED_IN_ONLY = ['smtpd_sasl_auth_enable=yes', 'smtpd_client_restrictions=permit_sasl_authenticated,reject']

/** Ports in addition to 25, and their different settings. */
const LISTENERS: readonly (readonly [port: number, settings: readonly string[]])[] = [
  [PORTS.submission, ['smtpd_tls_security_level=encrypt', ...SIGNED_IN_ONLY]],
  [PORTS.tls, ['smtpd_tls_wrappermode=yes', ...SIGNED_IN_ONLY]],
  [PORTS.greylisting, [`smtpd_recipient_restrictions=check_policy_service,inet:127.0.0.1:${POSTGREY_PORT}`]],
  // Otherwise clients of this machine are counted nowhere.
  [PORTS.rates, ['smtpd_client_event_limit_exceptions=', `smtpd_client_message_rate_limit=${RATE.messages}`]],
  [PORTS.unchecked, ['smtpd_reject_unlisted_recipient=no']],
]
