/** Whether mails can be signed with the settings as typed. */
import type { FieldFailure } from '@notifly/contracts/errors'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { createDkimSigner, DkimKeyError } from './compose/dkim.ts'

const LABEL = /^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/i

interface DkimSettings {
  dkim_domain?: string
  dkim_selector?: string
  dkim_private_key?: string
}

/** Nothing where there is no signature. */
export function dkimFaults(settings: DkimSettings): FieldFailure[] {
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
