/**
 * Dovecot's submission service. It stores no mail itself, but forwards each command to a relay, here Postfix on the same machine, whose
 * mailboxes are checked. Up to MAIL the answers are Dovecot's own (greeting, TLS, sign-in, limits); answers to recipients and messages are
 * those of the relay. Version 2.3 fails if commands are pipelined after the end of a message (docs/decisions/0026).
 */
import { FILES, OWNER, packageVersion } from '../ground.ts'
import { PORTS, SIZE_LIMIT_BYTES } from '../world.ts'
import { ALL_SMTP_ACCESS, type MailServer, SIGN_IN_LINE } from './server.ts'
import { postfix, startPostfix } from './postfix.ts'

const SIGN_IN_NEEDED = 'takes mail after a sign-in only'
const THE_RELAYS = 'answered by the relay behind it, see Postfix'
const { tls, signin, wrongpassword } = ALL_SMTP_ACCESS

export const dovecot: MailServer = {
  title: 'Dovecot',
  packages: ['dovecot-submissiond', ...postfix.packages],
  doors: {
    plain: SIGN_IN_NEEDED,
    starttls: SIGN_IN_NEEDED,
    tls,
    signin,
    wrongpassword,
    greylisting: THE_RELAYS,
    rates: THE_RELAYS,
    refusals: signin,
    size: signin,
    cuts: 'breaks in every run anyway, see the copies',
    bounces: THE_RELAYS,
  },
  lateDomains: [],
  // A message with commands behind its end is passed on, and then the connection breaks: each of two workers may find that out.
  copiesAtMost: 2,
  version: ground => packageVersion(ground, 'dovecot-submissiond'),
  start: async ground => {
    await startPostfix(ground, [PORTS.submission, PORTS.tls])
    await ground.write(FILES.users, `${SIGN_IN_LINE}\n`)
    await ground.write('/etc/dovecot/dovecot.conf', CONFIGURATION)
    ground.start('dovecot', '-F')
  },
  isIdle: postfix.isIdle,
}

const CONFIGURATION = `
protocols = submission
listen = 127.0.0.1
log_path = /var/log/dovecot.log
ssl = required
ssl_cert = <${FILES.certificate}
ssl_key = <${FILES.key}
auth_mechanisms = plain login
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${FILES.users}
}
userdb {
  driver = static
  args = uid=${OWNER.name} gid=${OWNER.name} home=/var/interop/home/%u
}
mail_location = maildir:~/Maildir
service submission-login {
  inet_listener submission {
    port = ${PORTS.submission}
  }
  inet_listener submissions {
    port = ${PORTS.tls}
    ssl = yes
  }
}
submission_max_mail_size = ${SIZE_LIMIT_BYTES}
submission_relay_host = 127.0.0.1
submission_relay_port = ${PORTS.relay}
submission_relay_trusted = yes
`
