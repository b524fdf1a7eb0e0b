// One layer for all tooltips: whatever has data-tip gets it on hover and on keyboard focus, and so does a text that is cut for lack of
// room. A button costs an attribute
// and no code of its own. What it shows is for the eye; the element says the same to screen readers by its name or
// description.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Rest of the pointer before a tooltip shows; none while another one has just been read. */
const delayMs = 600
const stillReadingMs = 400
/** Time to move the pointer from the element onto the tooltip. */
const leaveMs = 120
const gapPx = 6
const edgePx = 8

type Tip = { text: string; target: HTMLElement }

/** Mounted once by UiProvider. */
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
      {/* A name of another direction does not turn what is around it. */}
      <bdi>{tip.text}</bdi>
    </div>
  )
}

/** Above the element, below where there is no room, and never over the edge. */
function placeAt(box: HTMLElement, target: HTMLElement): void {
  const at = target.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const above = at.top - height - gapPx
  const middle = at.left + at.width / 2 - width / 2
  box.style.top = `${above < edgePx ? at.bottom + gapPx : above}px`
  box.style.left = `${Math.max(edgePx, Math.min(middle, document.documentElement.clientWidth - width - edgePx))}px`
}

/** Names have at most some hundred letters; of a text that goes on for longer the beginning tells which it is. */
const LETTERS_MAX = 400

function tipTarget(event: Event): HTMLElement | null {
  if (!(event.target instanceof Element)) return null
  const around = event.target.closest<HTMLElement>('[data-tip], .truncate')
  // The keyboard comes to a link as a whole, which holds the name that is cut.
  const inside = event.type === 'focusin' ? event.target.querySelector<HTMLElement>('.truncate') : null
  return [around, inside].find(each => each !== null && textOf(each) !== '') ?? null
}

/** What the element says when asked, or all of a text that has no room; empty for one that is whole, or has a title of its own. */
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
    const later = (act: () => void, ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(act, ms)
    }
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const target = tipTarget(event)
      if (onTooltip(event) || (target && target === shown?.target)) clearTimeout(timer)
      else if (target) later(() => show(target), performance.now() - hiddenAt < stillReadingMs || shown ? 0 : delayMs)
      else if (shown) later(() => set(null), leaveMs)
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
