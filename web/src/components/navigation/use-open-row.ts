import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The row of a list whose drawer or dialog is open. Its id is in the address's fragment, after the list's prefix. */
export function useOpenRow(prefix: string) {
  const { hash, pathname, searchStr } = useLocation()
  const navigate = useNavigate()
  const openId = hash.startsWith(prefix) ? hash.slice(prefix.length) : null
  const here = pathname + searchStr
  const show = useCallback(
    (id: string | null) =>
      void navigate({ to: '.', search: true, hash: id === null ? '' : prefix + id, replace: true, resetScroll: false }),
    [navigate, prefix],
  )
  return {
    openId,
    hrefOf: useCallback((id: string) => `${here}#${prefix}${id}`, [here, prefix]),
    show,
    /** Opens the previous or next row; undefined at the ends of the page. */
    stepFrom: (rows: readonly { uuid: string }[] | undefined, by: 1 | -1): (() => void) | undefined => {
      const at = rows?.findIndex(row => row.uuid === openId) ?? -1
      const next = at < 0 ? undefined : rows?.[at + by]
      return next && (() => show(next.uuid))
    },
  }
}
