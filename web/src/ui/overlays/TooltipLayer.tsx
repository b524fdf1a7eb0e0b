// One layer for all tooltips. An element with data-tip shows one on hover and keyboard focus, and so does a truncated
// text. A button thus needs only an attribute and no code. Tooltips are hidden from screen readers: the element's name
// or description says the same.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How long the pointer rests before a tooltip shows; none if another one was visible just before. */
const delayMs = 600
const recentMs = 400
/** Time to move the pointer from the element onto the tooltip. */
const leaveMs = 120
const gapPx = 6
const edgePx = 8

type Tip = { text: string; target: HTMLElement }

/** Mounted once, by UiProvider. */
export function TooltipLayer() {
  const tip = useTip()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (tip && box.current) placeAt(box.current, tip.target)
  }, [tip])
  if (!tip) return null
  return (
    <div
      ref={box}
      aria-hidden
      data-tooltip
      className="fixed z-(--z-toast) max-w-70 rounded-2 bg-ink px-2 py-1 text-12 font-medium wrap-anywhere text-surface"
    >
      {/* Isolated, so that a name in another direction does not affect the text around it. */}
      <bdi>{tip.text}</bdi>
    </div>
  )
}

/** Above the element, or below if there is no room; always within the window. */
function placeAt(box: HTMLElement, target: HTMLElement): void {
  const at = target.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const above = at.top - height - gapPx
  const middle = at.left + at.width / 2 - width / 2
  box.style.top = `${above < edgePx ? at.bottom + gapPx : above}px`
  box.style.left = `${Math.max(edgePx, Math.min(middle, document.documentElement.clientWidth - width - edgePx))}px`
}

/** Names have at most some hundred letters; the beginning of a longer text is enough. */
const LETTERS_MAX = 400

function tipTarget(event: Event): HTMLElement | null {
  if (!(event.target instanceof Element)) return null
  const around = event.target.closest<HTMLElement>('[data-tip], .truncate')
  // Keyboard focus lands on the link, which contains the truncated name.
  const inside = event.type === 'focusin' ? event.target.querySelector<HTMLElement>('.truncate') : null
  return [around, inside].find(each => each !== null && textOf(each) !== '') ?? null
}

/**
 * The element's data-tip, or its text if it is truncated. Empty if the text fits or the element has a title attribute
 * inside.
 */
function textOf(target: HTMLElement): string {
  if (target.dataset.tip !== undefined) return target.dataset.tip
  const isCut = target.scrollWidth > target.clientWidth && target.querySelector('[title]') === null
  return isCut ? target.innerText.slice(0, LETTERS_MAX) : ''
}

const onTooltip = (event: Event) => event.target instanceof Element && event.target.closest('[data-tooltip]') !== null

function useTip(): Tip | null {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let shown: Tip | null = null
    let hiddenAt = -Infinity
    const set = (next: Tip | null) => {
      clearTimeout(timer)
      if (shown && !next) hiddenAt = performance.now()
      shown = next
      setTip(next)
    }
    const show = (target: HTMLElement) => set({ target, text: textOf(target) })
    const schedule = (act: () => void, ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(act, ms)
    }
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const target = tipTarget(event)
      if (onTooltip(event) || (target && target === shown?.target)) clearTimeout(timer)
      else if (target) schedule(() => show(target), performance.now() - hiddenAt < recentMs || shown ? 0 : delayMs)
      else if (shown) schedule(() => set(null), leaveMs)
      else clearTimeout(timer)
    }
    const focus = (event: FocusEvent) => {
      const target = tipTarget(event)
      if (target && event.target instanceof Element && event.target.matches(':focus-visible')) show(target)
    }
    const hide = () => {
      clearTimeout(timer)
      if (shown) set(null)
    }
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    const stop = new AbortController()
    const passive = { signal: stop.signal, capture: true, passive: true } as const
    document.addEventListener('pointerover', over, passive)
    document.addEventListener('focusin', focus, passive)
    document.addEventListener('focusout', hide, passive)
    document.addEventListener('pointerdown', hide, passive)
    document.addEventListener('scroll', hide, passive)
    document.addEventListener('keydown', key, passive)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return tip
}
