import { listContacts, listSegments, readSegment } from '@notifly/contracts/contacts/audience'
import { type BulkAction, listBulkActions } from '@notifly/contracts/contacts/bulk'
import { useTranslation } from 'react-i18next'
import { refresh } from '../../../api/queries.ts'
import { announce } from '../../../api/signals.ts'
import { type filterOf, PER_PAGE_CHOICES } from '../contacts-address.ts'

/** Contacts that a bulk action is for: ticked ones, or all that match. */
export interface Chosen {
  choice: { contact_uuids: string[] } | { filter: ReturnType<typeof filterOf> }
  count: number
}

/** Whether there are more of them than the reader can have seen on a page. */
export function isMoreThanPage({ choice, count }: Chosen): boolean {
  return 'filter' in choice || count > Math.max(...PER_PAGE_CHOICES)
}

/** Says what came of a bulk action, and reads again what it changed; of one that runs, the progress tells. */
export function useBulkOutcome(): (bulk: BulkAction) => Promise<void> {
  const { t } = useTranslation('bulk')
  return async bulk => {
    await Promise.all([listBulkActions, listContacts, listSegments, readSegment].map(each => refresh(each)))
    if (bulk.state === 'running') return
    const name = bulk.segment?.name ?? ''
    announce({ tone: 'success', message: t(`done.${bulk.action}`, { count: bulk.changed, name }) })
  }
}
