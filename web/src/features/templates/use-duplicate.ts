import { createTemplate, listTemplates, readTemplate, type TemplateRow } from '@notifly/contracts/templates/templates'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call, callWithMeta, type Input } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { EMAIL, PUSH_KINDS, SMS } from './editor/content.ts'

const NAME_LENGTH = 100
const TRIES = 20

/** Copies a template under a free name: "Welcome copy", "Welcome copy 2". */
export function useDuplicate(): (row: TemplateRow) => void {
  const { t } = useTranslation('templates')
  const duplicate = async ({ uuid }: TemplateRow) => {
    try {
      const template = await call(readTemplate, { params: { uuid } })
      const { type, read } =
        [SMS, PUSH_KINDS.webpush, PUSH_KINDS.mobilepush].find(kind => kind.type === template.type) ?? EMAIL
      const content = { type, ...read(template), ...(template.tags && { tags: template.tags }) }
      const copy = await createCopy(template.name, change => ({ ...content, ...change }), t('list.copy'))
      await refresh(listTemplates)
      if (copy !== undefined) announce({ tone: 'success', message: t('list.duplicated', { name: copy }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 403 && error.status !== 401) announce({ tone: 'danger', message: error })
    }
  }
  return row => void duplicate(row)
}

type Renamed = (change: { name: string }) => NonNullable<Input<typeof createTemplate>['body']>

async function createCopy(name: string, renamed: Renamed, word: string): Promise<string | undefined> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ` ${word}` : ` ${word} ${number}`
    const copy = name.slice(0, NAME_LENGTH - suffix.length) + suffix
    try {
      const { makerChecker } = await callWithMeta(createTemplate, { body: renamed({ name: copy }) })
      return makerChecker ? undefined : copy
    } catch (error) {
      const isTaken = error instanceof ApiError && error.errors.some(({ field }) => field === 'name')
      if (!isTaken || number >= TRIES) throw error
    }
  }
}
