import type { Suppression } from '@notifly/contracts/suppressions/suppressions'
import * as z from 'zod/mini'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { textIn } from '../../components/approvals/request-address.ts'
import { NOT_REOPENED, reopenFields } from '../../components/approvals/request-flags.ts'
import { useReopened } from '../../components/approvals/use-request.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { RemoveSuppressionDialog } from './RemoveSuppressionDialog.tsx'
import { isReason } from './suppression-words.ts'

const state = z.object(reopenFields)

/** A rejected wish to take an address off the list, to be said again in other words; nothing unless the address asks for it. */
export function CorrectRemoval() {
  const [, change] = useUrlState(state)
  const { request, reopens } = useReopened()
  if (request?.command !== 'suppression.delete') return null
  const { payload, before } = request
  const why = textIn(before, 'reason')
  const suppression = {
    channel: textIn(payload, 'channel') as Suppression['channel'],
    address: textIn(payload, 'address'),
    reason: isReason(why) ? why : 'manual',
  } as const
  return (
    <RemoveSuppressionDialog
      suppression={suppression}
      start={textIn(payload, 'removal_reason')}
      reopens={reopens}
      banner={<ReopenBanner request={request} />}
      onClose={() => change(NOT_REOPENED, { replace: true })}
    />
  )
}
