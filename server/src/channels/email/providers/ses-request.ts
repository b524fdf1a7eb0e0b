/** Requests to version 2 of the Amazon SES API: JSON over HTTPS, signed with Signature Version 4. */
import aws4 from 'aws4'
import type { HttpRequest } from '../../http/http-exchange.ts'
import type { ProviderEnvironment } from '../../provider.ts'

/** The stored configuration, with its names in the API. */
export interface SesConfiguration {
  sender_email: string
  region: string
  /** The id of an access key, and its secret half. */
  access_id: string
  access_key: string
  configuration_set?: string
  /** The topic that reports come from; learnt from the first that is confirmed where it was not typed. */
  sns_topic_arn?: string
  max_connections?: number
}

/** Signs one request after the other. The service is called `ses` in signatures, although its hosts begin with `email`. */
export function sesRequests(
  { region, access_id: accessKeyId, access_key: secretAccessKey }: SesConfiguration,
  { urls }: Pick<ProviderEnvironment, 'urls'>,
) {
  const { origin, host, pathname } = new URL(urls.ses.replace('{region}', region))
  const prefix = pathname.replace(/\/$/, '')
  return (method: 'GET' | 'POST', resource: string, body?: string): HttpRequest => {
    const path = `${prefix}/v2/email/${resource}`
    const { headers } = aws4.sign(
      {
        service: 'ses',
        region,
        host,
        path,
        method,
        headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
        ...(body !== undefined && { body }),
      },
      { accessKeyId, secretAccessKey },
    )
    return { origin, path, method, headers: headers as Record<string, string>, ...(body !== undefined && { body }) }
  }
}
