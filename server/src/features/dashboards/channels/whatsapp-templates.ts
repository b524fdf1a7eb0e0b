/** What was sent of each template that WhatsApp stores. */
import type { Counts } from '@notifly/contracts/dashboards/figures'
import type { TemplateFigures } from '@notifly/contracts/dashboards/whatsapp'
import type { Db } from '../../../db/schema/tables.ts'
import { figuresOf, type Parts, readParts } from '../frame.ts'
import type { Asked } from '../range.ts'
import { selectCategories } from './whatsapp-queries.ts'

export interface TemplateSums {
  name: string
  language: string
  /** The template's present category; null for deleted templates. */
  category: string | null
  counts: Counts
}

/** Most sent first. `parts`: those of the same range, if they are known already. */
export async function readTemplates(db: Db, asked: Asked, parts?: Parts): Promise<TemplateSums[]> {
  const { kinds } = parts ?? (await readParts(db, asked, 'template'))
  const names = kinds.map(row => row.template_name)
  const known = await selectCategories(db, asked.source.applicationId, names)
  const categories = new Map(known.map(each => [`${each.name} ${each.language}`, each.category]))
  return kinds
    .map(({ template_name: name, template_language: language, counts }) => ({
      ...{ name, language, counts },
      category: categories.get(`${name} ${language}`) ?? null,
    }))
    .sort((a, b) => b.counts.sent - a.counts.sent || (a.name < b.name ? -1 : 1))
}

const SHOWN_MAX = 50

/** The most sent ones. */
export function presentTemplates(templates: readonly TemplateSums[]): TemplateFigures[] {
  return templates.slice(0, SHOWN_MAX).map(({ counts, ...template }) => ({ ...template, ...figuresOf(counts) }))
}
