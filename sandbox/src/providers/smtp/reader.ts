import { chanceOf } from '../../faults/chance.ts'
import { readHtml, type HtmlLink } from '../../messages/html-content.ts'
import { viewMail } from '../../messages/mail-view.ts'
import { fetchAgain, isOnThisMachine } from '../outward-call.ts'
import { MAIL_CLIENTS, type MailClient } from './mail-clients.ts'

// Simulates the reader of a mail: loads its images and follows a link. Only addresses on this machine are called,
// redirects are not followed, and invisible links and those that unsubscribe are ignored.

const TIMEOUT_MS = 10_000
const UNSUBSCRIBES = /unsubscri|opt[ -]?out|preferences/i

export interface ReadableMail {
  to: string
  raw: Buffer
}

/** Loads the images of a mail, including the open pixel. Resolves to the number of calls. */
export async function openMail(mail: ReadableMail, seed: number, signal: AbortSignal): Promise<number> {
  const { html } = await viewMail(mail.raw)
  const images = readHtml(html).images.filter(isOnThisMachine)
  const headers = {
    'user-agent': clientOf(mail.to, seed).loadsImages,
    accept: 'image/avif,image/webp,image/*,*/*;q=0.8',
  }
  await Promise.all(images.map(url => visit(url, headers, signal)))
  return images.length
}

/** Follows one link of a mail, the same one in every run. Resolves to the number of calls: 1, or 0 without a link. */
export async function clickMail(mail: ReadableMail, seed: number, signal: AbortSignal): Promise<number> {
  const { html, headers } = await viewMail(mail.raw)
  const links = readHtml(html).links.filter(link => isInviting(link, headers['list-unsubscribe'] ?? ''))
  const link = links[Math.floor(chanceOf(seed, 'link', mail.to) * links.length)]
  if (!link) return 0
  await visit(link.href, browserHeaders(clientOf(mail.to, seed)), signal)
  return 1
}

function isInviting(link: HtmlLink, unsubscribe: string): boolean {
  const unsubscribes = UNSUBSCRIBES.test(link.text) || unsubscribe.includes(`<${link.href}>`)
  return !link.hidden && !unsubscribes && isOnThisMachine(link.href)
}

function clientOf(address: string, seed: number): MailClient {
  const index = Math.floor(chanceOf(seed, 'mail-client', address) * MAIL_CLIENTS.length)
  return MAIL_CLIENTS[index] as MailClient
}

function browserHeaders(client: MailClient): Record<string, string> {
  return {
    'user-agent': client.followsLinks,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.9',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
  }
}

/** Makes one request. A server that is down or slow is ignored, as by a real reader. */
async function visit(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const answer = await fetchAgain(url, { headers, redirect: 'manual', signal: limit })
    await answer.body?.cancel()
  } catch {
    // Nothing to report: the sandbox only simulates the reader.
  }
}
