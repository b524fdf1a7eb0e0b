import {
  type AppliedBlock,
  applyTemplateBlock,
  listTemplateBlocks,
  readTemplateBlock,
} from '@notifly/contracts/templates/blocks'
import { listTemplates, readTemplate } from '@notifly/contracts/templates/templates'
import { useState } from 'react'
import { call } from '../../../../../api/client.ts'
import { refresh } from '../../../../../api/queries.ts'

export type Applied = AppliedBlock['templates'][number]

interface Applying {
  /** What became of each template, as far as it is known; undefined while none was asked for. */
  results: readonly Applied[] | undefined
  /** Writes the newest version into all templates but the one that is open, some at a time. Throws ApiError. */
  apply: (uuid: string) => Promise<void>
}

export function useApply(openTemplate: string | undefined): Applying {
  const [results, setResults] = useState<readonly Applied[]>()
  const apply = async (uuid: string) => {
    setResults([])
    let after: string | undefined
    do {
      const body = {
        ...(after !== undefined && { after }),
        ...(openTemplate !== undefined && { except: openTemplate }),
      }
      const { templates, next } = await call(applyTemplateBlock, { params: { uuid }, body })
      setResults((before = []) => [...before, ...templates])
      after = next ?? undefined
    } while (after !== undefined)
    const changed = [listTemplateBlocks, readTemplateBlock, listTemplates, readTemplate]
    await Promise.all(changed.map(each => refresh(each)))
  }
  return { results, apply }
}
