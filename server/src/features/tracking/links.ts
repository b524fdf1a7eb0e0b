/** Where a tracked link leads: to what its run says, filled in for the recipient, and to nowhere else. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { contactFields } from '../../lib/contact-fields.ts'
import type { DeliveryRef } from '../../lib/delivery-token.ts'
import { compileTemplate, render, type CompiledTemplate } from '../../lib/liquid/compile.ts'
import { RenderError } from '../../lib/liquid/writers.ts'
import { readShortLink } from '../../lib/short-link.ts'
import { selectLinks, selectNumberedRun, selectRecipientFields, selectTestLink } from './queries.ts'

type RunLinks = ReadonlyMap<number, CompiledTemplate>

const KEPT_RUNS = 500

/** What is read of a run, which never changes, is read once. One that is not there is asked for again. */
function keptByRun<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return key => {
    let found = kept.get(key)
    kept.delete(key)
    found ??= read(key)
    found.then(
      value => value === undefined && kept.delete(key),
      () => kept.delete(key),
    )
    kept.set(key, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_RUNS) break
      kept.delete(oldest)
    }
    return found
  }
}

/** In the place of a recipient's number, which begin with 1: a link of a test message. */
export const TEST_SEQ = 0

/** Whose link a short address is, or where one of a test leads; null when it is not one of ours. */
type ReadShort = (token: string) => Promise<{ ref: DeliveryRef; linkNo: number } | { url: string } | null>

export function createShortLinks({
  database,
  secrets,
  clock,
}: Pick<Deps, 'database' | 'secrets' | 'clock'>): ReadShort {
  const db = database.kysely
  const runOf = keptByRun(runNo => selectNumberedRun(db, Number(runNo)))
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

/** The address of one link; null when the run has no such link, or when it cannot be written for this recipient. */
export type ResolveLink = (ref: DeliveryRef, linkNo: number) => Promise<string | null>

export function createLinks(db: Kysely<Tables>): ResolveLink {
  const linksOf = keptByRun(key => readLinks(db, key))
  return async (ref, linkNo) => {
    const link = (await linksOf(`${ref.applicationId} ${ref.runId}`)).get(linkNo)
    if (link === undefined) return null
    if (link.slots.length === 0) return webAddress(link.statics.join(''))
    const row = await selectRecipientFields(db, ref)
    try {
      return webAddress(render(link, row === undefined ? {} : contactFields(row)))
    } catch (error) {
      if (error instanceof RenderError) return null
      throw error
    }
  }
}

async function readLinks(db: Kysely<Tables>, run: string): Promise<RunLinks> {
  const [applicationId = '', runId = ''] = run.split(' ')
  const rows = await selectLinks(db, applicationId, runId)
  return new Map(rows.map(({ no, url }) => [no, compileTemplate(url, 'url')]))
}

/** As a header may carry it. */
function webAddress(text: string): string | null {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null
  return /^[\x21-\x7e]+$/.test(trimmed) ? trimmed : new URL(trimmed).href
}
