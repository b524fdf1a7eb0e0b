import { listRecipients, type RunProgress } from '@notifly/contracts/runs/deliveries'
import { type ReadOptions, useReadPage } from '../../../api/queries.ts'
import { PER_PAGE } from '../../../components/lists/list-state.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { filterOf, recipientState, sortOf } from '../run/run-address.ts'

/** The page of recipients that the address asks for, with its filters and order. */
export function useRecipients({ notification_type, run_uuid: uuid, matched }: RunProgress, options: ReadOptions) {
  const [state] = useUrlState(recipientState)
  const filter = filterOf(state)
  const sort = sortOf(state, matched)
  const query = { ...filter, sort, page: state.page, per_page: PER_PAGE }
  const list = useReadPage(listRecipients, { params: { notification_type, uuid }, query }, options)
  return { filter, sort, list }
}
