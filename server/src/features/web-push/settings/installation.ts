/** What is added to the pages of a site, and whether its worker is where browsers look for it. */
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { WorkerFault, WorkerVerdict } from '@notifly/contracts/web-push/web-push'
import { strToU8, zipSync } from 'fflate'
import { errorReason, NETWORK_SENTENCES } from '../../../channels/network-reasons.ts'
import { asError } from '../../../lib/as-error.ts'
import { type AddressCheck, ForbiddenAddressError } from '../../../lib/network/net-guard.ts'
import { callOutside, type OutboundAnswer } from '../../../lib/network/outbound.ts'
import type { StoredSite } from './stored.ts'

type Place = Pick<StoredSite, 'site_url' | 'worker_path' | 'worker_scope'>

/** HTML for every page of the site. */
export function snippetText(publicUrl: string, applicationId: string): string {
  return `<script src="${publicUrl}/sdk/v1/notifly.js" data-app-id="${applicationId}" defer></script>`
}

/** The whole worker of a site that has no other. A site with its own worker adds this line to it. */
export function workerText(publicUrl: string, applicationId: string): string {
  return `importScripts('${scriptUrl(publicUrl)}?app=${applicationId}')\n`
}

/** The worker in a zip, with the file name that its path requires. */
export function workerZip(publicUrl: string, applicationId: string, workerPath: string): Buffer {
  const name = workerPath.split('/').at(-1) || 'notifly-worker.js'
  return Buffer.from(zipSync({ [name]: strToU8(workerText(publicUrl, applicationId)) }))
}

function scriptUrl(publicUrl: string): string {
  return `${publicUrl}/sdk/v1/worker.js`
}

interface CheckOptions {
  publicUrl: string
  applicationId: string
  isAllowed: AddressCheck
}

/** Workers of other services are a hundred times smaller. */
const WORKER_MAX_BYTES = 1_048_576

/** Fetches the worker like a browser. Never rejects. */
export async function checkWorker(site: Place, options: CheckOptions): Promise<WorkerVerdict> {
  const url = new URL(site.worker_path, site.site_url).href
  let answer: OutboundAnswer
  try {
    const headers = { accept: '*/*', 'service-worker': 'script' }
    answer = await callOutside(url, {
      method: 'GET',
      headers,
      isAllowed: options.isAllowed,
      maxBytes: WORKER_MAX_BYTES,
    })
  } catch (error) {
    return verdictOf(url, unreachable(asError(error), url))
  }
  const fault = faultOf(answer, site, options)
  return fault === null
    ? { url, ok: true, fault: null, found: null, ...inWords(sentence('sites.workerFound')) }
    : verdictOf(url, fault)
}

function verdictOf(url: string, { fault, found, words }: Fault): WorkerVerdict {
  return {
    url,
    ok: false,
    fault,
    found: found === undefined ? null : inWords(found).message,
    ...(typeof found === 'object' && { found_sentence: found }),
    ...inWords(words),
  }
}

interface Fault {
  fault: WorkerFault
  found?: Words
  words: Words
}

function unreachable(error: Error, url: string): Fault {
  const { origin, hostname } = new URL(url)
  if (error instanceof ForbiddenAddressError) {
    return { fault: 'not_allowed', words: sentence('sites.notAllowed', { host: hostname }) }
  }
  const found = NETWORK_SENTENCES[error.name === 'TimeoutError' ? 'timeout' : errorReason(error)]
  return { fault: 'unreachable', found, words: sentence('sites.unreachable', { site: origin, reason: found }) }
}

const JAVASCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i

function faultOf(
  { status, text, headers }: OutboundAnswer,
  site: Place,
  { publicUrl, applicationId }: CheckOptions,
): Fault | null {
  const type = String(headers['content-type'] ?? '')
  if (status >= 300 && status < 400) {
    const { location } = headers
    const address = location ?? sentence('sites.anotherAddress')
    return { fault: 'redirect', ...(location && { found: location }), words: sentence('sites.redirect', { address }) }
  }
  if (status === 404 || status === 410) {
    return { fault: 'not_found', words: sentence('sites.noFile', { path: site.worker_path }) }
  }
  if (status !== 200) {
    return { fault: 'refused', found: String(status), words: sentence('sites.status', { status }) }
  }
  if (/html/i.test(type) || /^\s*</.test(text)) {
    return { fault: 'html', words: sentence('sites.page') }
  }
  if (!JAVASCRIPT.test(type)) {
    return { fault: 'wrong_type', ...(type && { found: type }), words: sentence('sites.type', { type }) }
  }
  return (
    importFault(text, publicUrl, applicationId) ?? scopeFault(site, String(headers['service-worker-allowed'] ?? ''))
  )
}

function importFault(text: string, publicUrl: string, applicationId: string): Fault | null {
  const imported = importedBy(text)
  const ours = imported.filter(url => url.startsWith(scriptUrl(publicUrl)))
  if (ours.length === 0) {
    const other = imported.find(url => url.includes('/sdk/v1/worker.js'))
    const wanted = `${scriptUrl(publicUrl)}?app=${applicationId}`
    return other === undefined
      ? { fault: 'wrong_import', words: sentence('sites.noImport', { wanted }) }
      : { fault: 'wrong_import', found: other, words: sentence('sites.otherImport', { other, wanted }) }
  }
  if (ours.some(url => url.endsWith(`?app=${applicationId}`))) return null
  return { fault: 'other_app', words: sentence('sites.otherApplication') }
}

const IMPORT = 'importScripts'

/** Every address in a call of importScripts. Reads each character once, whatever the file contains. */
function importedBy(text: string): string[] {
  const urls: string[] = []
  let at = text.indexOf(IMPORT)
  while (at !== -1) {
    const open = skipBlanks(text, at + IMPORT.length)
    const close = text[open] === '(' ? text.indexOf(')', open) : open
    // What is never closed is not closed for any call that follows either.
    if (close === -1) break
    for (const [, url = ''] of text.slice(open, close).matchAll(/['"`]([^'"`]+)['"`]/g)) urls.push(url)
    at = text.indexOf(IMPORT, close)
  }
  return urls
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (/\s/.test(text.charAt(at))) at += 1
  return at
}

function scopeFault({ worker_path: path, worker_scope: scope }: Place, allowed: string): Fault | null {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  // The header takes the folder's place (Service Workers, Update algorithm).
  if (scope.startsWith(allowed || folder)) return null
  return { fault: 'outside_scope', words: sentence('sites.scope', { path, folder, scope }) }
}
