/** A customer's own SMTP server as a provider of the email channel. */
import type { FieldFailure } from '@notifly/contracts/errors'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Provider, ProviderEnvironment } from '../../provider.ts'
import type { EmailMessage } from '../message.ts'
import { blocksOf, caFaults } from '../ca-certificates.ts'
import { type SmtpSecurity, smtpSettings, type SmtpSettings } from '../smtp/settings.ts'
import { openSmtpSender } from '../smtp/hand-over.ts'
import { testSmtpConnection } from '../smtp/test-connection.ts'
import { bytesOf } from '../compose/composed-mail.ts'
import { createDkimSigner, DkimKeyError } from '../compose/dkim.ts'

/** The connection part of a stored email configuration of type smtp, with its names in the API. */
export interface SmtpConfiguration {
  host: string
  /** A number or digits. */
  port_no: number | string
  username?: string
  password?: string
  sender_email: string
  security?: SmtpSecurity
  max_connections?: number
  /** Learnt from the server: it does not take commands behind the end of a message. */
  one_at_a_time?: string
  /** Certificates in PEM form. */
  ca_certificate?: string
  dkim_domain?: string
  dkim_selector?: string
  dkim_private_key?: string
}

export const smtpProvider: Provider<SmtpConfiguration, EmailMessage> = {
  name: 'smtp',
  faults: configuration => [...caFaults(configuration), ...dkimFaults(configuration)],
  openSender: (configuration, environment, maxConnections) =>
    openSmtpSender({
      ...settingsOf(configuration, environment),
      ...(maxConnections !== undefined && { maxConnections }),
    }),
  test: (configuration, environment) =>
    testSmtpConnection(settingsOf(configuration, environment), configuration.sender_email),
  // A server tells what came back, and nothing of what arrived.
  reportsDelivery: () => false,
  logged: (message, { host, port_no }) => ({
    method: 'SMTP',
    endpoint: `smtp://${host.trim()}:${port_no}`,
    payload: message === null ? '' : JSON.stringify(outlineOf(message)),
  }),
}

const HEADERS =
  /^(subject|from|to|reply-to|date|message-id|list-unsubscribe):[ \t]*([^\r\n]{0,998}(?:\r\n[ \t][^\r\n]{0,998}){0,20})/gim
const HEAD_BYTES = 16_384

/** Envelope, size and the headers that people look for; the campaign has the rest of a mail. */
function outlineOf({ envelopeFrom, recipient, content }: EmailMessage) {
  const start = bytesOf(content).subarray(0, HEAD_BYTES).toString('latin1')
  const head = start.slice(0, start.indexOf('\r\n\r\n'))
  const headers = [...head.matchAll(HEADERS)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/\r\n[ \t]/g, ' '),
  ])
  return {
    mail_from: envelopeFrom,
    rcpt_to: recipient,
    size: content.length,
    headers: Object.fromEntries(headers) as Record<string, string>,
  }
}

function settingsOf(configuration: SmtpConfiguration, environment: ProviderEnvironment): SmtpSettings {
  const {
    host,
    port_no,
    username = '',
    password = '',
    security = 'auto',
    max_connections,
    one_at_a_time = '',
    ca_certificate = '',
  } = configuration
  return smtpSettings({
    host: host.trim(),
    port: Number(port_no),
    username,
    password,
    security,
    ...(max_connections !== undefined && { maxConnections: max_connections }),
    ...(ca_certificate !== '' && { certificateAuthorities: blocksOf(ca_certificate) }),
    oneAtATime: one_at_a_time !== '',
    hostname: environment.hostname,
    isAllowedAddress: environment.isAllowedAddress,
  })
}

// Whether mails can be signed with the settings as typed.

const LABEL = /^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/i

interface DkimSettings {
  dkim_domain?: string
  dkim_selector?: string
  dkim_private_key?: string
}

/** Returns no faults if signing is not set up. */
function dkimFaults(settings: DkimSettings): FieldFailure[] {
  const { dkim_domain: domain = '', dkim_selector: selector = '', dkim_private_key: privateKey = '' } = settings
  if (privateKey === '') return []
  if (!LABEL.test(domain)) return [{ field: 'dkim_domain', ...sentence('channels.dkimDomainForm') }]
  if (!LABEL.test(selector)) return [{ field: 'dkim_selector', ...sentence('channels.dkimSelector') }]
  try {
    createDkimSigner({ domain, selector, privateKey })
    return []
  } catch (error) {
    if (!(error instanceof DkimKeyError)) throw error
    return [{ field: 'dkim_private_key', ...error.sentence }]
  }
}
