/** Where a tracked link leads: to what its run says, filled in for the recipient, and to nowhere else. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { contactFields } from '../../lib/contact-fields.ts'
import type { DeliveryRef } from '../../lib/delivery-token.ts'
import { compileTemplate, render, type CompiledTemplate } from '../../lib/liquid/compile.ts'
import { RenderError } from '../../lib/liquid/writers.ts'
import { selectLinks, selectRecipientFields } from './queries.ts'

type RunLinks = ReadonlyMap<number, CompiledTemplate>

const KEPT_RUNS = 500

/** The address of one link; null when the run has no such link, or when it cannot be written for this recipient. */
export type ResolveLink = (ref: DeliveryRef, linkNo: number) => Promise<string | null>

export function createLinks(db: Kysely<Tables>): ResolveLink {
  // A run's links never change, so that they are read once.
  const kept = new Map<string, Promise<RunLinks>>()

  const linksOf = (ref: DeliveryRef): Promise<RunLinks> => {
    const key = `${ref.applicationId} ${ref.runId}`
    let links = kept.get(key)
    kept.delete(key)
    links ??= readLinks(db, ref)
    links.catch(() => kept.delete(key))
    kept.set(key, links)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_RUNS) break
      kept.delete(oldest)
    }
    return links
  }

  return async (ref, linkNo) => {
    const link = (await linksOf(ref)).get(linkNo)
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

async function readLinks(db: Kysely<Tables>, ref: DeliveryRef): Promise<RunLinks> {
  const rows = await selectLinks(db, ref.applicationId, ref.runId)
  return new Map(rows.map(({ no, url }) => [no, compileTemplate(url, 'url')]))
}

/** As a header may carry it. */
function webAddress(text: string): string | null {
  const trimmed = text.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null
  return /^[\x21-\x7e]+$/.test(trimmed) ? trimmed : new URL(trimmed).href
}
