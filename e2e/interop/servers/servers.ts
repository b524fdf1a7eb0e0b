/** All servers, by the names that the command accepts. */
import { dovecot } from './dovecot.ts'
import { exim } from './exim.ts'
import { haraka } from './haraka.ts'
import { opensmtpd } from './opensmtpd.ts'
import { postfix } from './postfix.ts'
import type { MailServer } from './server.ts'

export const SERVERS: Readonly<Record<string, MailServer>> = { postfix, exim, opensmtpd, dovecot, haraka }
