/** What a click uses, and what has no place for the caret. */
const PRESSED = 'button, a[href], label, [role="button"], [role="checkbox"], [role="radio"], [role="switch"]'
/** These do the same by themselves, begin with the press, or need it for something else. */
const OWN_WAY = 'input, textarea, select, [contenteditable], [aria-haspopup], [draggable="true"]'

/**
 * Moves the focus with the click instead of the press before it. As a field loses the focus it may say what is wrong with it;
 * said between press and release, that moves what is pressed away from under the pointer, and the click is lost.
 * Returns how to end it.
 */
export function focusOnClick(page: Document): () => void {
  const press = (event: MouseEvent) => {
    const pressed = pressedBy(event)
    const { activeElement } = page
    if (pressed && activeElement !== page.body && activeElement !== pressed) event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    // The keyboard clicks where the focus is, or, with Enter in a field, on a button that it is not on.
    if (event.detail > 0) pressedBy(event)?.focus({ preventScroll: true, focusVisible: false })
  }
  page.addEventListener('mousedown', press)
  page.addEventListener('click', click, { capture: true })
  return () => {
    page.removeEventListener('mousedown', press)
    page.removeEventListener('click', click, { capture: true })
  }
}

function pressedBy({ target, button }: MouseEvent): HTMLElement | null {
  if (button !== 0 || !(target instanceof Element) || target.closest(OWN_WAY)) return null
  return target.closest<HTMLElement>(PRESSED)
}
