/**
 * Exim, with its own configuration instead of Debian's. All ports share one daemon; access lists distinguish them. Mail to a local domain
 * without the mailbox is returned as "Unrouteable address".
 */
import { FILES, OWNER, packageVersion } from '../ground.ts'
import { DOMAINS, MAILBOXES, PORTS, RATE, SERVER_NAME, SIGN_IN, SIZE_LIMIT_BYTES } from '../world.ts'
import { ALL_SMTP_ACCESS, type MailServer } from './server.ts'

const GREY = '/var/spool/exim4/grey'
const OWN_PORTS = [PORTS.relay, PORTS.submission, PORTS.tls, PORTS.greylisting, PORTS.rates, PORTS.unchecked]

export const exim: MailServer = {
  title: 'Exim',
  packages: ['exim4-daemon-heavy'],
  doors: ALL_SMTP_ACCESS,
  lateDomains: ['gone', 'far'],
  version: ground => packageVersion(ground, 'exim4-daemon-heavy'),
  start: async ground => {
    await ground.write(FILES.mailboxes, MAILBOXES.map(each => `${each}: ${each}\n`).join(''))
    // Found before the file that Debian generates.
    await ground.write('/etc/exim4/exim4.conf', CONFIGURATION)
    await ground.run(
      'sh',
      '-ec',
      `install -d -o Debian-exim ${GREY}; chgrp Debian-exim ${FILES.key}; chmod 640 ${FILES.key}`,
    )
    ground.start('exim4', '-bdf', '-q10s')
  },
  isIdle: async ground => (await ground.run('exim4', '-bpc')).trim() === '0',
}

const MAILBOX = `\${lookup{$local_part}lsearch{${FILES.mailboxes}}}`
const AT = (port: number) => `condition = \${if ={$received_port}{${port}}}`

const CONFIGURATION = `
primary_hostname = ${SERVER_NAME}
domainlist local_domains = ${DOMAINS.people} : ${DOMAINS.gone}
hostlist relay_from_hosts = 127.0.0.0/8
daemon_smtp_ports = ${OWN_PORTS.join(' : ')}
tls_on_connect_ports = ${PORTS.tls}
tls_advertise_hosts = *
tls_certificate = ${FILES.certificate}
tls_privatekey = ${FILES.key}
message_size_limit = ${SIZE_LIMIT_BYTES}
acl_smtp_rcpt = check_recipient
# Its default would leave all but the first ten messages of a connection to the next run of the queue.
smtp_accept_queue_per_connection = 0
smtp_accept_max = 200
host_lookup =
rfc1413_query_timeout = 0s

begin acl

check_recipient:
  deny ${AT(PORTS.submission)}
       !authenticated = *
       message = sign in first
  defer ${AT(PORTS.greylisting)}
        condition = \${if !exists{${GREY}/${MAILBOX}}}
        set acl_m_seen = \${run{/bin/touch ${GREY}/${MAILBOX}}}
        message = greylisted, try again later
  defer ${AT(PORTS.rates)}
        ratelimit = ${RATE.messages} / ${RATE.seconds}s / strict / per_rcpt
        message = too many messages, slow down
  accept ${AT(PORTS.unchecked)}
  require message = unknown user
          verify = recipient
  accept hosts = +relay_from_hosts
  accept authenticated = *
  deny message = relay not permitted

begin routers

reports:
  driver = manualroute
  domains = ${DOMAINS.bounces}
  route_list = * 127.0.0.1
  self = send
  transport = to_reports

far:
  driver = manualroute
  domains = ${DOMAINS.far}
  route_list = * 127.0.0.1
  self = send
  transport = to_far

people:
  driver = accept
  domains = ${DOMAINS.people}
  condition = ${MAILBOX}
  transport = mailbox

gone:
  driver = accept
  domains = ${DOMAINS.gone}
  check_local_user
  transport = mailbox

begin transports

to_reports:
  driver = smtp
  port = ${PORTS.bounces}
  allow_localhost

to_far:
  driver = smtp
  port = ${PORTS.far}
  allow_localhost

mailbox:
  driver = appendfile
  directory = ${FILES.mail}/${MAILBOX}
  maildir_format
  user = ${OWNER.name}
  group = ${OWNER.name}

begin retry

* * F,1h,10s

begin authenticators

plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${SIGN_IN.username}}}{eq{$auth3}{${SIGN_IN.password}}}}}
  server_set_id = $auth2
  server_advertise_condition = \${if def:tls_in_cipher}
`
