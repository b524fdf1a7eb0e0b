/** Resolves tracked links: only to addresses of their run, filled in for the recipient. */
import { type LinkTags, withLinkTags } from '@notifly/contracts/campaigns/utm'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { contactFields } from '../../lib/contact-fields.ts'
import type { DeliveryRef } from '../../lib/delivery-token.ts'
import { LINK_LIMITS, withinBudget } from '../../lib/liquid/budget.ts'
import { compileTemplate, render, type CompiledTemplate } from '../../lib/liquid/compile.ts'
import { RenderError } from '../../lib/liquid/render-error.ts'
import { readShortLink } from '../../lib/links/short-link.ts'
import {
  selectLink,
  selectMergeValues,
  selectNumberedRun,
  selectOwnLink,
  selectRecipientFields,
  selectTestLink,
} from './queries.ts'

const KEPT = 5000
/** Most addresses are short. Longer ones are not cached, so that the cache takes a few megabytes. */
const KEPT_LENGTH = 2000

/** Caches values that never change, while they are requested now and then and `isKept` accepts them. */
function keptByKey<T>(read: (key: string) => Promise<T>, isKept: (value: T) => boolean): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return key => {
    let found = kept.get(key)
    kept.delete(key)
    found ??= read(key)
    found.then(
      value => isKept(value) || kept.delete(key),
      () => kept.delete(key),
    )
    kept.set(key, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break
      kept.delete(oldest)
    }
    return found
  }
}

/** In place of a recipient's number, which starts at 1: a link of a test message. */
export const TEST_SEQ = 0

/** Returns the delivery of a short address, or the target of a test's; null if it is not one of ours. */
type ReadShort = (token: string) => Promise<{ ref: DeliveryRef; linkNo: number } | { url: string } | null>

export function createShortLinks({
  database,
  secrets,
  clock,
}: Pick<Deps, 'database' | 'secrets' | 'clock'>): ReadShort {
  const db = database.kysely
  const runOf = keptByKey(
    runNo => selectNumberedRun(db, Number(runNo)),
    run => run !== undefined,
  )
  return async token => {
    const named = readShortLink(secrets, token)
    if (named === null) return null
    if (named.seq === TEST_SEQ) {
      const url = await selectTestLink(db, { shortNo: named.runNo, linkNo: named.linkNo, now: clock.now() })
      const address = webAddress(url ?? '')
      return address === null ? null : { url: address }
    }
    const run = await runOf(String(named.runNo))
    return run === undefined ? null : { ref: { ...run, seq: named.seq }, linkNo: named.linkNo }
  }
}

/** The address of one link; null if the run has no such link, or if it cannot be filled in for this recipient. */
export type ResolveLink = (ref: DeliveryRef, linkNo: number) => Promise<string | null>

export function createLinks(db: Db): ResolveLink {
  const linkOf = keptByKey(
    key => readLink(db, key),
    link => link !== undefined && link.length <= KEPT_LENGTH,
  )
  return async (ref, linkNo) => {
    const link = (await linkOf(`${ref.applicationId} ${ref.runId} ${linkNo}`)) ?? (await readOwnLink(db, ref, linkNo))
    if (link === undefined) return null
    const { compiled, tags } = link
    if (compiled.slots.length === 0) return webAddress(compiled.statics.join(''), tags)
    const row = await selectRecipientFields(db, ref)
    const merge = await selectMergeValues(db, ref)
    const fields = { ...(row !== undefined && contactFields(row)), ...merge }
    try {
      return webAddress(
        withinBudget(() => render(compiled, fields), LINK_LIMITS),
        tags,
      )
    } catch (error) {
      if (error instanceof RenderError) return null
      throw error
    }
  }
}

interface KnownLink {
  compiled: CompiledTemplate
  length: number
  tags: LinkTags | null
}

async function readLink(db: Db, key: string): Promise<KnownLink | undefined> {
  const [applicationId = '', runId = '', no] = key.split(' ')
  const found = await selectLink(db, { applicationId, runId, no: Number(no) })
  return found && { compiled: compileTemplate(found.url, 'url'), length: found.url.length, tags: found.tags }
}

/** In a form that a header can hold, with the UTM tags of its run. */
function webAddress(text: string, tags: LinkTags | null = null): string | null {
  const plain = text.trim()
  if (!/^https?:\/\//i.test(plain) || !URL.canParse(plain)) return null
  const trimmed = tags === null ? plain : withLinkTags(plain, tags)
  return /^[\x21-\x7e]+$/.test(trimmed) ? trimmed : new URL(trimmed).href
}

/** For a message with its own content: its links are not those of its run. */
async function readOwnLink(db: Db, ref: DeliveryRef, no: number): Promise<KnownLink | undefined> {
  const found = await selectOwnLink(db, { ...ref, no })
  return found && { compiled: compileTemplate(found.url, 'url'), length: found.url.length, tags: null }
}
