import type { Recipient } from '@notifly/contracts/runs/deliveries'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

const PREFIX = 'recipient-'

/** The recipient whose drawer is open: the fragment of the address names the delivery. */
export function useOpenRecipient() {
  const { hash, pathname, searchStr } = useLocation()
  const navigate = useNavigate()
  const openId = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null
  const here = pathname + searchStr
  const show = useCallback(
    (id: string | null) =>
      void navigate({ to: '.', search: true, hash: id === null ? '' : PREFIX + id, replace: true, resetScroll: false }),
    [navigate],
  )
  return {
    openId,
    hrefOf: useCallback((id: string) => `${here}#${PREFIX}${id}`, [here]),
    close: () => show(null),
    /** To the row before or after; undefined at the ends of the page. */
    stepFrom: (rows: readonly Recipient[] | undefined, by: 1 | -1): (() => void) | undefined => {
      const at = rows?.findIndex(row => row.uuid === openId) ?? -1
      const next = at < 0 ? undefined : rows?.[at + by]
      return next && (() => show(next.uuid))
    },
  }
}
