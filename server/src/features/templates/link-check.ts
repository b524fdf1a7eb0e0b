/** Tries the links of a mail that are the same for every recipient, as a browser would follow them. */
import { inWords } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { EmailContent, LinkCheck } from '@notifly/contracts/templates/templates'
import type { Deps } from '../../http/deps.ts'
import { type AddressCheck, createAddressCheck, ForbiddenAddressError } from '../../lib/network/net-guard.ts'
import { callOutside, type OutboundAnswer } from '../../lib/network/outbound.ts'
import type { OutboundChecks } from '../../lib/network/outbound-checks.ts'
import { shortWork } from '../../lib/work-pool/pools.ts'
import { completedEmail, emailContentOf } from './email-content.ts'
import { TEMPLATE_WORK } from './templates.ts'

const LINKS_MOST = 50
const AT_ONCE = 6
const LINK_SECONDS = 5
/** For all links together; those that have not begun by then are left out. */
const CHECK_MS = 25_000
const REDIRECTS_MOST = 5

export interface LinksChecked {
  links: LinkCheck[]
  left_off: number
}

/** In the order of the mail. Throws tooManyAttempts, and what the check of outside addresses throws. */
export async function checkLinks(
  deps: Deps,
  checks: OutboundChecks,
  applicationId: string,
  typed: EmailContent,
  seconds = LINK_SECONDS,
): Promise<LinksChecked> {
  const { content } = await completedEmail({ ...deps, db: deps.database.kysely }, applicationId, emailContentOf(typed))
  const urls = await shortWork.run(TEMPLATE_WORK.literalLinks, applicationId, { html: content.html ?? '' })
  if (urls.length === 0) return { links: [], left_off: 0 }
  const isAllowed = createAddressCheck({ allowPrivate: deps.config.allowPrivateTargets })
  const links = await checks.run(applicationId, () => tryAll(urls.slice(0, LINKS_MOST), { isAllowed, seconds }))
  return { links, left_off: urls.length - links.length }
}

interface Rules {
  isAllowed: AddressCheck
  /** For each link. */
  seconds: number
}

async function tryAll(urls: readonly string[], rules: Rules): Promise<LinkCheck[]> {
  const tried: LinkCheck[] = []
  const end = performance.now() + CHECK_MS
  const waiting = urls.entries()
  const work = async (): Promise<void> => {
    for (const [no, url] of waiting) {
      if (performance.now() > end) return
      tried[no] = await tryLink(url, rules)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tried.filter(link => link !== undefined)
}

async function tryLink(url: string, { isAllowed, seconds }: Rules): Promise<LinkCheck> {
  const end = performance.now() + seconds * 1000
  try {
    const status = await follow(url, isAllowed, end)
    const words = status === 'redirects' ? sentence('templates.links.redirects') : wordsOf(status)
    return result(url, words, status === 'redirects' ? null : status)
  } catch (error) {
    const isSlow = performance.now() >= end
    return result(url, isSlow ? sentence('templates.links.slow', { seconds }) : wordsOfError(error), null)
  }
}

function result(url: string, words: Sentence | undefined, status: number | null): LinkCheck {
  return { url, ok: words === undefined, status, problem: words === undefined ? null : inWords(words) }
}

/** The status after all redirects. */
async function follow(url: string, isAllowed: AddressCheck, end: number): Promise<number | 'redirects'> {
  let at = url
  for (let hop = 0; hop <= REDIRECTS_MOST; hop++) {
    const { status, headers } = await ask(at, isAllowed, end)
    if (status < 300 || status > 399 || headers.location === undefined) return status
    at = new URL(headers.location, at).href
    // Into an app, for example.
    if (!/^https?:/.test(at)) return status
  }
  return 'redirects'
}

/**
 * Servers that do not support HEAD, or answer it differently from GET, are asked again with GET in the half of the time that is reserved
 * for it.
 */
async function ask(url: string, isAllowed: AddressCheck, end: number): Promise<OutboundAnswer> {
  const leftMs = () => Math.max(1, Math.ceil(end - performance.now()))
  const call = { isAllowed, headers: HEADERS, maxBytes: 4096, cutsAnswer: true }
  const head = await callOutside(url, { ...call, method: 'HEAD', timeoutMs: Math.ceil(leftMs() / 2) }).catch(
    (error: unknown) => {
      if (error instanceof ForbiddenAddressError) throw error
      return undefined
    },
  )
  return head !== undefined && head.status < 400
    ? head
    : callOutside(url, { ...call, method: 'GET', timeoutMs: leftMs() })
}

const HEADERS = { accept: '*/*', 'user-agent': 'Mozilla/5.0 (compatible; Notifly link check)' }

/** The page exists, for visitors with access or fewer requests. */
const ONLY_NOT_FOR_US: ReadonlySet<number> = new Set([401, 403, 429, 999])

function wordsOf(status: number): Sentence | undefined {
  if ((status >= 200 && status < 400) || ONLY_NOT_FOR_US.has(status)) return undefined
  return sentence('templates.links.status', { status: String(status) })
}

function wordsOfError(error: unknown): Sentence {
  if (error instanceof ForbiddenAddressError) return sentence('templates.links.private')
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_URL')
    return sentence('templates.links.invalid')
  return sentence('templates.links.unreachable')
}
