import type { MouseEvent } from 'react'

/**
 * For the mouse on the button of a form: the field keeps the focus. Else its message would appear as it loses it, and move the
 * button away from under the pointer before the click is done.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
